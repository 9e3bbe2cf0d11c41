"""What studies, tests and learners ask of the campaign."""
