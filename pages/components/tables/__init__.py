"""The part of the More utility page on published tables."""
