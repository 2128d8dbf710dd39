"""What is said of how the records were drawn: units assigned, and sampling weights."""
