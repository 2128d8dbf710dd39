"""Attribute disclosure: what groups of records alike, or agreement on the keys, tell of sensitive values."""
