"""The part of the More utility page on published figures and models, and the uses that a run repeats."""
