"""Parts of the Set up page: the codebook and how files match."""
