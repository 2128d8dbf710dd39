"""Parts of the Compare page: map, table of versions, side by side, and what is opened beneath them."""
