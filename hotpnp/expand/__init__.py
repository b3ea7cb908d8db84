"""Joining a card to a layout: fields filled in, conditions decided, copies counted."""
