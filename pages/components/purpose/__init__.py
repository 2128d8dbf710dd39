"""What the release is for and its thresholds, edited in one place: the bar of every page."""
