"""A Model Context Protocol server through which programs and language models play a seat."""
