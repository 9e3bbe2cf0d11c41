"""The former location of `mamayev.match.run`. This module will be removed in the next release."""

from mamayev.match.run import ScriptReport, run_script

__all__ = ["ScriptReport", "run_script"]
