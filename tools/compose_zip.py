"""Pack what runs a server with compose, from the image of a release, as one zip. The same files give the same zip.

python tools/compose_zip.py    # container/ into dist/mamayev-compose-VERSION.zip
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import release_notes
import site_zip

TOP = "mamayev-compose"
"""The folder in the zip."""
FILES = ("compose.yml", "compose.public.yml", "Caddyfile")
SETTINGS = """MAMAYEV_IMAGE={image}

# For a public server (compose.public.yml):
# MAMAYEV_NAME=games.example
# PGPASSWORD=a long random password
"""
LOCAL = "mamayev"
"""The image that docs/container.md builds. A host of releases gives its own."""


def image(version: str) -> str:
    """Return the name of the release's image."""
    if not os.environ.get("IMAGE") and not os.environ.get("GITHUB_REPOSITORY"):
        return LOCAL
    command = ["sh", str(release_notes.ROOT / "tools" / "image.sh"), "name", version]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def pack(container: Path, target: Path, version: str) -> int:
    """Write the zip, with settings that name the image, and return the number of its files."""
    with tempfile.TemporaryDirectory() as folder:
        for name in FILES:
            shutil.copyfile(container / name, Path(folder, name))
        Path(folder, ".env").write_text(SETTINGS.format(image=image(version)), encoding="utf-8")
        return site_zip.pack(Path(folder), target, TOP)


def main() -> int:
    version = release_notes.version()
    target = Path("dist", f"{TOP}-{version}.zip")
    count = pack(Path("container"), target, version)
    print(f"{target}: {count} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
