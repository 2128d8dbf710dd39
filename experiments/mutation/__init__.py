"""Single changes of the code, each of which changes what users see: a test must notice every one."""
