"""The verdict on screen: its sentence with what to do next."""
