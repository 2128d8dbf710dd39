"""The extension in extensions/archive: an RO-Crate with PROV, a script for R, results of ACRO."""
