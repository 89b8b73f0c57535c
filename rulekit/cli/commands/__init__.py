"""The commands, a module for each: what it is asked for, what it calls, what it prints."""
