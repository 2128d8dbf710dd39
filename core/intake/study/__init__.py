"""Documents about a study (DDI Codebook, SDMX structures), read inside the reader's process."""
