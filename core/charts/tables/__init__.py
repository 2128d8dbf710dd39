"""Charts of cross-tables: shaded cells, residuals."""
