"""R-U Map for scripts and notebooks: data utility and disclosure risk of masked microdata."""
