"""Parts of the Laboratory: recipes, sweeps, searches."""
