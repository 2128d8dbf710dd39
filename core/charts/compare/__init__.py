"""Several masked files beside each other: columns that line up, on one scale and in one order."""
