"""The report for users of the released file, and what must not be in it."""
