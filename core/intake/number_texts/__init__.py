"""Which texts are numbers: as programs write them, and as people do, with marks between thousands and units."""
