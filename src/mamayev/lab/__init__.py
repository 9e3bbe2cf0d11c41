"""Mass play, measurements, studies, and the coverage of clauses by tests."""
