"""Parts of the Whole-file measures page."""
