"""The files of packages that the hosted site needs."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import msgspec

from mamayev.engine import toml

LIBRARIES = ("sqlalchemy", "typing_extensions")
UNUSED = (
    "mamayev/cli/", "mamayev/lab/", "mamayev/testing/", "mamayev/learn", "mamayev/__main__",
    *(f"mamayev/server/{name}" for name in (
        "app.py", "client", "club/", "document.py", "doctor.py", "guard.py", "http.py", "migrations/env.py",
        "migrations/script.py.mako",
        "serve.py", "site/", "sockets.py", "thinking.py",
    )),
    "sqlalchemy/orm/", "sqlalchemy/testing/", "sqlalchemy/dialects/mysql/", "sqlalchemy/dialects/oracle/",
    "sqlalchemy/dialects/mssql/", "sqlalchemy/dialects/postgresql/", "sqlalchemy/ext/",
)  # fmt: skip
"""Modules that the hosted site never imports."""
UNUSED_STANDARD = tuple(
    f"{name}{end}"
    for name in (
        "_aix_support", "_android_support", "_apple_support", "_ast_unparse", "_ios_support", "_markupbase",
        "_osx_support", "_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "argparse", "asyncio/proactor_events",
        "asyncio/tools", "asyncio/windows_events", "asyncio/windows_utils", "bdb", "cProfile", "cmd", "code",
        "compileall", "concurrent/futures/process", "configparser", "ctypes", "curses", "dbm", "doctest", "ensurepip",
        "filecmp", "fileinput", "ftplib", "getopt", "getpass", "graphlib", "html/parser.py", "http/cookiejar",
        "http/cookies", "http/server", "idlelib", "imaplib", "importlib/_bootstrap", "importlib/_bootstrap_external",
        "lib2to3", "logging/config", "logging/handlers", "mailbox", "modulefinder", "multiprocessing", "netrc",
        "nntplib", "optparse", "pdb", "pickletools", "plistlib", "poplib", "pprint", "profile", "pstats", "pty",
        "py_compile", "pyclbr", "pydoc", "pydoc_data", "rlcompleter", "runpy", "sched", "shelve", "smtplib",
        "socketserver", "symtable", "tabnanny", "tarfile", "telnetlib", "this", "timeit", "tkinter", "trace",
        "tracemalloc", "tty", "turtle", "unittest", "urllib/robotparser", "venv", "wave", "webbrowser", "wsgiref",
        "xml", "xmlrpc", "zipapp",
    )
    for end in (".py", "/")
)  # fmt: skip
"""Modules of the standard library that our package and its libraries do not need."""
UNREAD = ("preview.jpg",)
"""Files of a game that only the pages of the site show."""
READ_PARSED = ("calendar.toml", "rules.toml", "statements.toml")
"""Files that are never read as text, so they are only packed as JSON."""
ENCODINGS = (
    "__init__", "aliases", "ascii", "cp437", "latin_1", "raw_unicode_escape", "unicode_escape", "utf_16", "utf_16_be",
    "utf_16_le", "utf_32", "utf_32_be", "utf_32_le", "utf_8", "utf_8_sig",
)  # fmt: skip
"""The standard library's encodings that JSON, zip files and Python itself may need."""

Named = Iterator[tuple[str, bytes]]


def ours() -> Named:
    """Return the files of this package by their names in the pack."""
    package = Path(__file__).parents[2]
    for file in sorted(package.rglob("*")):
        name = f"mamayev/{file.relative_to(package).as_posix()}"
        if file.is_file() and "__pycache__" not in name and not name.startswith(UNUSED):
            if file.match("data/*.toml"):
                yield toml.parsed(name), msgspec.json.encode(toml.ours(file))
            if file.name not in (*READ_PARSED, *UNREAD):
                yield name, file.read_bytes()
    for path in distribution("mamayev").files or ():
        # Python finds the games by their entry points.
        if path.name in ("METADATA", "entry_points.txt"):
            yield f"mamayev.dist-info/{path.name}", Path(str(path.locate())).read_bytes()


def libraries(msgspec: Path) -> Named:
    """Return the files of our package's dependencies. `msgspec`: its wheel for Pyodide."""
    for library in LIBRARIES:
        for path in distribution(library).files or ():
            if path.suffix == ".py" and not str(path).startswith(UNUSED):
                yield path.as_posix(), Path(str(path.locate())).read_bytes()
    with ZipFile(msgspec) as wheel:
        for name in wheel.namelist():
            if name.endswith((".py", ".so")):
                yield name, wheel.read(name)


def standard(whole: Path) -> Named:
    """Return Python's standard library from a zip (`whole`), without unused modules."""
    with ZipFile(whole) as library:
        for name in library.namelist():
            encoding = name.startswith("encodings/") and name[len("encodings/") :].removesuffix(".py") not in ENCODINGS
            if not (name.endswith("/") or name.startswith(UNUSED_STANDARD) or encoding):
                yield name, library.read(name)
