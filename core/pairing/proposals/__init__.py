"""What a variable is: level, role, names, labels, direct identifiers; proposed, for a person to correct."""
