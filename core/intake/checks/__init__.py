"""What needs no reader to be refused: sizes, first bytes, lengths of lines, lists of archives, footers."""
