"""Charts of cross-tables: shaded cells, differences by area."""
