"""R-U Map's engine: data utility and disclosure risk of masked microdata, without a browser."""

VERSION = "0.1.0"
