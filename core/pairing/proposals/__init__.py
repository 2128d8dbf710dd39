"""What a variable is: level, role, names, labels, direct identifiers, what a file should not carry; proposed, for a person to correct."""
