"""Python's files in a zip, compiled. Pyodide runs this file itself, for only the Python that will read them can compile
them: it imports nothing of ours."""

from __future__ import annotations

from importlib import _bootstrap_external
from importlib.util import source_hash
from types import CodeType
from zipfile import ZipFile, ZipInfo


def pack(source: str, target: str, optimize: int) -> None:
    """Write a zip again, the Python in it compiled; `optimize` as `compile` has it, and from 2 on code does not know
    its lines. Nothing in it is compressed, since the whole will be. The same files give the same zip."""
    with ZipFile(source) as old, ZipFile(target, "w") as new:
        for name in sorted(old.namelist()):
            data = old.read(name)
            if name.endswith(".py"):
                code = compile(data, name, "exec", dont_inherit=True, optimize=optimize)
                code = without_lines(code) if optimize >= 2 else code
                # Found by the hash of the source, which nobody compares: a time would make every build another one.
                data = _bootstrap_external._code_to_hash_pyc(code, source_hash(data), False)
                name += "c"
            new.writestr(ZipInfo(name), data)


def without_lines(code: CodeType) -> CodeType:
    """The same code, of which a traceback cannot say the line: a sixth of what is compiled."""
    inner = tuple(without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner)
