"""The exam: questions about the rules, based on positions from played games, and the scoring of answers."""
