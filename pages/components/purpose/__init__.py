"""Parts that say what the release is for: its thresholds, edited in one place, and which files meet them."""
