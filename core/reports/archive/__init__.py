"""What goes to an archive with a released file: its description as DDI Codebook, its tables checked, a script for R."""
