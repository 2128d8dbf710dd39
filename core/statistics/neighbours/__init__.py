"""Points near each other: trees, clusters, and counts below each point."""
