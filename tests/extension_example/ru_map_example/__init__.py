"""What an office might bring to R-U Map: two measures, a masking method, a reader."""
