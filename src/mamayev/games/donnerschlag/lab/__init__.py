"""Data for studies, tests and learners."""
