"""What goes to an archive with a released file: DDI Codebook, checked tables and estimates."""
