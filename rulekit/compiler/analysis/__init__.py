"""Questions about the intermediate form. Nothing here changes it."""
