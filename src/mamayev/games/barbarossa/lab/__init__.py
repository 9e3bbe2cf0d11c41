"""Data about the campaign for studies, tests and learners."""
