"""What goes to an archive with a released file: DDI Codebook, tables checked, a script for R, an RO-Crate."""
