"""Pieces on paper: places, marks, labels and the cut plan, as plain numbers."""
