"""The text of a user's file. This module reads such files, or identifies their type, for every entry point.

It reads UTF-8 with or without a byte order mark, UTF-16 and UTF-32 with one, any line endings, gzip and one-file zips.
It names the type of any other file: a picture, a document, an archive, text in a different encoding, or damaged text.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
import zlib
from io import BytesIO
from pathlib import Path

MOST = 4_000_000
"""Default maximum size in bytes of an unpacked file."""

_KINDS = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word or Excel document"),
    (b"SQLite format 3\0", "a database; `--db` names one"),
    (b"BZh", "compressed with bzip2; unpack it first"),
    (b"\xfd7zXZ\0", "compressed with xz; unpack it first"),
    (b"(\xb5/\xfd", "compressed with Zstandard; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it first"),
    (b"Rar!\x1a\x07", "a RAR archive; unpack it first"),
)
_ENCODED = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is the start of this one
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
_IN_A_WORD = re.compile(r"[A-Za-z][À-ÖØ-öø-þŒœŠšŽž]|[À-ÖØ-öø-þŒœŠšŽž][a-z]")


class NotText(ValueError):
    """The file is not readable text. The message continues a sentence that begins with the expected kind of file."""


def plain(error: Exception) -> str:
    """Return the words of an error for a sentence: those of the system without its number and the file's name."""
    return getattr(error, "strerror", None) or str(error)


def text_of(data: bytes, most: int = MOST) -> str:
    """Return the text of a file, with "\\n" as line endings and without a byte order mark.

    `most`: maximum bytes to unpack from a compressed file. Raises NotText.
    """
    if data.startswith(_GZIP):
        return _plain(_gunzipped(data, most))
    if data.startswith(_ZIP):
        return _plain(_unzipped(data, most))
    return _plain(data)


def compressed(data: bytes) -> bool:
    """Return whether a file is compressed in a supported way."""
    return data.startswith((_GZIP, _ZIP))


def file_text(file: Path, most: int = MOST) -> str:
    """Return the text of a file on this machine, of at most `most` bytes. Raises NotText, OSError."""
    return text_of(file_data(file, most), most)


def file_data(file: Path, most: int = MOST) -> bytes:
    """Return the bytes of a file on this machine: a plain file, a pipe, or typed input.

    Raises NotText for a device and for more than `most` bytes, OSError."""
    with file.open("rb") as stream:
        kind = os.fstat(stream.fileno()).st_mode
        if stat.S_ISBLK(kind) or (stat.S_ISCHR(kind) and not stream.isatty()):
            raise NotText("it is a device, not a file")
        data = stream.read(most + 1)
    if len(data) > most:
        raise NotText(f"it has more than {most:,} bytes, which is over the limit")
    return data


def _plain(data: bytes) -> str:
    for mark, encoding in _ENCODED:
        if data.startswith(mark):
            try:
                return _line_ends(data[len(mark) :].decode(encoding))
            except UnicodeDecodeError as error:
                where = error.start + len(mark)
                raise NotText(f"it is damaged at byte {where}, which is not valid {encoding.upper()} text") from None
    for begins, kind in _KINDS:
        if data.startswith(begins):
            raise NotText(f"it is {kind}")
    if compressed(data):
        raise NotText("it is compressed more than once; unpack it first")
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        raise NotText("it is a WebP picture")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise NotText(_no_utf8(data, error.start)) from None
    if "\0" in text:
        raise NotText(_with_nul(data))
    return _line_ends(text)


def _line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _no_utf8(data: bytes, at: int) -> str:
    """Identify bytes that are not UTF-8: text in an old encoding, if they are letters of words."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = ""
    printable = text and all(letter.isprintable() or letter in "\t\r\n" for letter in text)
    # A damaged byte can be anywhere; a letter of a name is beside other letters.
    if printable and _IN_A_WORD.search(text):
        line = data.count(b"\n", 0, at) + 1
        return f"it is not UTF-8 but looks like Windows-1252 or Latin-1 (“{text[at]}” in line {line}); save it as UTF-8"
    return f"it is damaged at byte {at}, which is not UTF-8 text"


def _with_nul(data: bytes) -> str:
    for half in (data[1:400:2], data[:400:2]):
        if half and half.count(0) > 0.9 * len(half):
            return "it looks like UTF-16 without a byte order mark; save it as UTF-8"
    return f"it contains a NUL character at byte {data.index(0)}; remove it"


def _gunzipped(data: bytes, most: int) -> bytes:
    unpacker = zlib.decompressobj(31)
    try:
        found = unpacker.decompress(data, most + 1)
    except zlib.error:
        raise NotText("it is compressed with gzip, and damaged") from None
    if len(found) > most:
        raise NotText(f"unpacked, it has more than {most:,} bytes, which is over the limit")
    if not unpacker.eof:
        raise NotText("it is compressed with gzip, and incomplete")
    if unpacker.unused_data.startswith(_GZIP):
        raise NotText("it is several gzip files, one after another; unpack them first")
    return found


def _unzipped(data: bytes, most: int) -> bytes:
    from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

    try:
        with ZipFile(BytesIO(data)) as archive:
            files = [one for one in archive.infolist() if not one.is_dir() and "__MACOSX" not in one.filename]
            if any(one.filename in ("[Content_Types].xml", "mimetype") for one in files):
                raise NotText("it is a word processor or spreadsheet document; save it as plain text")
            if len(files) != 1:
                raise NotText(f"it is a zip archive of {len(files)} files; unpack it first")
            if files[0].flag_bits & 1:
                raise NotText("it is a zip archive with a password; unpack it first")
            if files[0].compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise NotImplementedError  # Python unpacks the others without a limit, a hundred megabytes at a time
            with archive.open(files[0]) as stream:
                found = stream.read(most + 1)
    except NotText:
        raise
    except Exception:  # a damaged archive raises errors of many kinds
        raise NotText("it is a zip archive that is damaged or not supported; unpack it first") from None
    if len(found) > most:
        raise NotText(f"unpacked, it has more than {most:,} bytes, which is over the limit")
    return found
