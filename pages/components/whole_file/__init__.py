"""The part of the More utility page on the file as a whole."""
