"""A compiler for the Python files in a zip.

Pyodide runs this file itself, because only the Python that reads the files can compile them. It does not import our
package.
"""

from __future__ import annotations

from pathlib import Path
from py_compile import PycInvalidationMode, compile
from tempfile import TemporaryDirectory
from zipfile import ZipFile, ZipInfo


def pack(source: str, target: str, optimize: int) -> None:
    """Rewrite a zip with compiled Python.

    `optimize`: as in `compile`. The files in the zip are not compressed, because the whole zip will be. The same files
    always give the same zip.
    """
    with TemporaryDirectory() as folder, ZipFile(source) as old, ZipFile(target, "w") as new:
        file, compiled = Path(folder, "source.py"), Path(folder, "compiled.pyc")
        for name in sorted(old.namelist()):
            data = old.read(name)
            if name.endswith(".py"):
                file.write_bytes(data)
                # Validated by the hash of the source, which Python does not check here. A time stamp would make every
                # build different.
                mode = PycInvalidationMode.UNCHECKED_HASH
                compile(str(file), str(compiled), name, doraise=True, optimize=optimize, invalidation_mode=mode)
                name, data = f"{name}c", compiled.read_bytes()
            new.writestr(ZipInfo(name), data)
