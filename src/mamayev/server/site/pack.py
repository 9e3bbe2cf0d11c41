"""Python's files in a zip, compiled. Pyodide runs this file itself, for only the Python that will read them can compile
them: it imports nothing of ours."""

from __future__ import annotations

from pathlib import Path
from py_compile import PycInvalidationMode, compile
from tempfile import TemporaryDirectory
from zipfile import ZipFile, ZipInfo


def pack(source: str, target: str, optimize: int) -> None:
    """Write a zip again, the Python in it compiled; `optimize` as `compile` has it. Nothing in it is compressed, since
    the whole will be. The same files give the same zip."""
    with TemporaryDirectory() as folder, ZipFile(source) as old, ZipFile(target, "w") as new:
        file, compiled = Path(folder, "source.py"), Path(folder, "compiled.pyc")
        for name in sorted(old.namelist()):
            data = old.read(name)
            if name.endswith(".py"):
                file.write_bytes(data)
                # Known by the hash of the source, which nobody compares: a time would make every build another one.
                mode = PycInvalidationMode.UNCHECKED_HASH
                compile(str(file), str(compiled), name, doraise=True, optimize=optimize, invalidation_mode=mode)
                name, data = f"{name}c", compiled.read_bytes()
            new.writestr(ZipInfo(name), data)
