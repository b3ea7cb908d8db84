"""What the keys mean: game, tables, layouts, sheets; validated, frozen, references resolved."""
