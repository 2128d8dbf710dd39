"""What a document says about a study, brought together with the file that it describes."""
