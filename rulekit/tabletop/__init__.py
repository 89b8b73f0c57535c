"""What every table shows, whatever it is shown on: terminal and browser make the same of a match, in one place."""
