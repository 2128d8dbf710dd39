"""Parts of the Set up page: settings and progress."""
