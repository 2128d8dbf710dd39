"""Parts of the Side by side page."""
