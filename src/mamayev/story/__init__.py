"""The report of a whole match: text based on events, with tables and maps, as data, a web page, Markdown or BBCode."""
