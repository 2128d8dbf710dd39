"""Logistic regression of which file a record is from, and what chance alone would show."""
