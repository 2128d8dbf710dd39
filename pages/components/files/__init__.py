"""Files brought in: reading them, what they are to the original, the control file, projects."""
