"""Print runs: what was printed, and how the game differs from it now."""
