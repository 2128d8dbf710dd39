"""Charts of one variable, original against masked."""
