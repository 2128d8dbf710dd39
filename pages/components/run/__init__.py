"""Parts of the Run page: settings and progress."""
