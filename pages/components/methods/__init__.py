"""Parts of the Methods page."""
