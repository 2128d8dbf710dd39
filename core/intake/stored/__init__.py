"""Files on a disk of this machine: opened whenever they are read, and read where they lie."""
