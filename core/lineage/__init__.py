"""Who depends on whom, and how much distinct evidence that leaves."""
