"""R-U Map's engine: data utility and disclosure risk of masked microdata, without a browser."""
