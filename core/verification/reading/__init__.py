"""Reading artifacts apart from the rest: in a process of its own with limits, remembered by fingerprint."""
