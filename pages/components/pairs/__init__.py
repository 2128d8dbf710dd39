"""Parts of the Pairs page."""
