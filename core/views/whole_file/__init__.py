"""The measures of the whole file (Woo et al. 2009) arranged for the screen, and their place among chance."""
