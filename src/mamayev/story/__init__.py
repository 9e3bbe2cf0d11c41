"""The report of a whole match: prose from its events, with tables and maps, as data, web page, Markdown or BBCode."""
