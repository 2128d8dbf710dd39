"""Expected match risk: how likely an intruder who knows a person's true key values finds their masked record."""
