"""The server: games over HTTP, kept in a database, followed live by every open tab."""
