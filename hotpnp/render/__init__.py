"""Sheets as PDF, PDF as pixels, scenes as text."""
