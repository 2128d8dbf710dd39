"""Parts of the Decide page: decision, signatures, reports, register, project."""
