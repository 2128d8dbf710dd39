"""Parts of the Set up page: bringing in, how files were read, projects."""
