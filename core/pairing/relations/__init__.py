"""What the records of a masked file are to the original's: the same, in the same order, part of them, others."""
