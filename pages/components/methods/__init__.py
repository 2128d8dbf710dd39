"""The help drawer: the cards of all measures, and how one is found."""
