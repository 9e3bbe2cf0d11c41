"""`python -m mamayev` is the `mamayev` command."""

from .cli.main import main

main()
