"""The part of What is lost on published figures and models, and the uses that a run repeats."""
