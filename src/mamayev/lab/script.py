"""The former place of `mamayev.match.run`. This name will be removed in the next release."""

from mamayev.match.run import ScriptReport, run_script

__all__ = ["ScriptReport", "run_script"]
