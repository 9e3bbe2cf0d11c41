"""What studies, tests and learners need to know about the campaign."""
