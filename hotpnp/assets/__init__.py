"""What is used in a drawing: fonts, icons, colours."""
