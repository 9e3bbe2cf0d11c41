"""The report of a whole match: text based on its events, with tables and maps, as data, web page, Markdown or
BBCode."""
