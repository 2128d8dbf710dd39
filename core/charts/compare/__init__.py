"""Several masked files side by side: columns that line up, on one scale and in one order."""
