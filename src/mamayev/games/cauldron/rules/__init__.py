"""The rules, with one module for each chapter of the rulebook."""
