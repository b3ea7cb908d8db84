"""Print-and-play cards: a YAML card database in, PDF sheets with cut marks out."""

__version__ = "0.1.0"
