"""What the command line asks for and says of itself: options, help, completion for a shell; nothing is computed."""
