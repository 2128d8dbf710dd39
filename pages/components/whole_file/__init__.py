"""The part of What is lost on the file as a whole."""
