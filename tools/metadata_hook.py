"""The part of the package's metadata that only the host of a release knows: its address.

A build hook of hatchling. The release workflow sets MAMAYEV_REPOSITORY to the address of the repository. Without it,
the package names no address, and the links of its README stay relative.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r"(!?\[[^\]]*\]\()(?!https?://|#)([^)]+\))")
"""A Markdown link or picture whose target is a file of the repository."""


class Addresses(MetadataHookInterface):
    """Adds the README and the addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        home = os.environ.get("MAMAYEV_REPOSITORY", "").rstrip("/")
        if home:
            readme = absolute(readme, home, f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
        metadata["urls"] = addresses(home) if home else {}


def addresses(home: str) -> dict[str, str]:
    """Return the addresses of a repository by their names on PyPI."""
    return {
        "Repository": home,
        "Documentation": f"{home}/blob/main/docs/index.md",
        "Issues": f"{home}/issues",
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
        "Security": f"{home}/blob/main/SECURITY.md",
    }


def absolute(readme: str, home: str, tag: str) -> str:
    """Return the README with links that work outside the repository, to the files of a tag."""

    def link(found: re.Match[str]) -> str:
        view = "raw" if found[1].startswith("!") else "blob"
        return f"{found[1]}{home}/{view}/{tag}/{found[2]}"

    return RELATIVE.sub(link, readme)
