"""Messages to people in their languages."""
