"""Parts of the page Who is found, and risk figures in words."""
