"""Parts of the Variables page: the codebook and how files match."""
