"""Counts of the population by key combination: read, recoded as a masked file is, and looked up for its records."""
