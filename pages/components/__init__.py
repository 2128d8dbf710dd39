"""What the screens share: each part owns its keys of the session state."""
