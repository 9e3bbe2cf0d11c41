"""Pack the hosted site as one zip: unpacked, it is served as it is. The same files give the same zip.

python tools/site_zip.py    # build/site into dist/mamayev-site-VERSION.zip
"""

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import release_notes

TOP = "mamayev-site"
"""The folder in the zip of the site."""
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of every file: the earliest that a zip can name."""
READABLE = 0o644 << 16
PACKED = (".gz", ".jpg", ".png", ".woff2")
"""Files that do not get smaller."""


def pack(folder: Path, target: Path, top: str = TOP) -> int:
    """Write the files of a folder into a zip, below one folder, and return their number."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    target.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(target, "w") as packed:
        for file in files:
            entry = ZipInfo(f"{top}/{file.relative_to(folder).as_posix()}", FIRST_DAY)
            entry.external_attr = READABLE
            entry.compress_type = ZIP_STORED if file.suffix in PACKED else ZIP_DEFLATED
            packed.writestr(entry, file.read_bytes(), compresslevel=9)
    return len(files)


def main() -> int:
    folder, target = Path("build", "site"), Path("dist", f"mamayev-site-{release_notes.version()}.zip")
    if not (folder / "files.json").is_file():
        print(f"There is no site in {folder}. Run make site.", file=sys.stderr)
        return 2
    count = pack(folder, target)
    print(f"{target}: {count} files, {target.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
