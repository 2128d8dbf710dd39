"""A folder whose files are the parts of one table: all of one format, read as if one stood below the other."""
