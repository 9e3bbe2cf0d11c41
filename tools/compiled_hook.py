"""The wheel with what mypyc compiles beside its sources: `make wheel-compiled`. A build hook of hatchling, which takes
no part where nobody asks for it (HATCH_BUILD_HOOK_ENABLE_CUSTOM).

The package is the same, name and version, too; its tag names the Python and the platform that it was compiled for.
Where an extension module stands beside a source file, Python imports that.
"""

import importlib
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))


class Compiled(BuildHookInterface[Any]):
    """Compiles in a temporary folder, as bench/compiled.py does, and adds what came of it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raises RuntimeError where nothing can be compiled."""
        compiled = importlib.import_module("compiled")
        self.folder = tempfile.TemporaryDirectory()
        folder = Path(self.folder.name)
        _, errors = compiled.build(folder, compiled.prepare(folder))
        if errors:
            raise RuntimeError(f"Nothing could be compiled: {errors}")
        build_data["pure_python"], build_data["infer_tag"] = False, True
        for module in [*folder.glob("*.so"), *(folder / "mamayev").rglob("*.so")]:
            build_data["force_include"][str(module)] = str(module.relative_to(folder))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written; what it was made from may go."""
        self.folder.cleanup()
