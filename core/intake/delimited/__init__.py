"""CSV, TSV and their kin: encoding, dialect, structure, decimal mark; nothing is guessed silently."""
