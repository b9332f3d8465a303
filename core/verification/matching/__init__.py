"""Finding an expected text in a source without changing what either of them says."""
