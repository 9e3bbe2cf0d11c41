"""The exam: questions about the rules, made from positions of played games, and the score of answers."""
