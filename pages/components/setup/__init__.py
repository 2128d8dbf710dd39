"""Parts of the Set up page: what was brought in, what needs the officer, the chosen file."""
