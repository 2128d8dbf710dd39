"""Record linkage: which masked record stems from which original one, and how sure an intruder is."""
