"""The screens, one a file: widgets, one call into the engine, show."""
