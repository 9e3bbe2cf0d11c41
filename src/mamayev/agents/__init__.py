"""A door for agents: a server of the Model Context Protocol, through which programs and language models play a seat."""
