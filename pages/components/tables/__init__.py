"""Parts of the Tables page."""
