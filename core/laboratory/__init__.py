"""Recipes run, swept and searched; the worked examples."""
