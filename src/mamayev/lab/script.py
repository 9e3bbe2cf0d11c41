"""The former place of `mamayev.match.run`; this name goes with the next release."""

from mamayev.match.run import ScriptReport, run_script

__all__ = ["ScriptReport", "run_script"]
