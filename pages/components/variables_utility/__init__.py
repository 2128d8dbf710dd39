"""Parts of the Variables' utility page: one variable's distributions."""
