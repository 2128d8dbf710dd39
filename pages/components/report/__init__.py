"""Parts of the Report page: purpose, decision, preview, project."""
