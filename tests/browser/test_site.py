"""The table at a link: the folder that `make site` writes, on a plain static server, under a path of its own."""
