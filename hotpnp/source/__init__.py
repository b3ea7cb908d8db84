"""Reading: the workspace opens files, yamlio turns YAML text into nodes that know their place."""
