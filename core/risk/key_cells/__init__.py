"""Combinations of key values: coded alike in all blocks of a file, counted, and looked up again for its records."""
