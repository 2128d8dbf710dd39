"""Parts of the Files page: bringing in, how files were read, projects."""
