"""The finished display list of a face or a page: items at fixed places."""
