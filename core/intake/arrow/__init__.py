"""Parquet, Feather and other Arrow files."""
