"""Files of a folder on the server: listed by name and size, read as they are; nothing leads out of it."""
