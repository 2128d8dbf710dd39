"""Parts of the Analyses page, and the analyses that a run repeats."""
