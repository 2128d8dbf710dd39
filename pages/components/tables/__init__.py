"""The part of What is lost on published tables."""
