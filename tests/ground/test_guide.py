"""The code in the pages on writing a game is the code that the tests run."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "writing-rules.md"
TOOL = ROOT / "tools" / "snippets.py"


def test_the_code_in_the_guide_is_that_of_its_files() -> None:
    done = subprocess.run([sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    text = GUIDE.read_text(encoding="utf-8")
    assert "--8<--" not in text
    assert text.count("<!-- from ") > 15
    for page in ("writing-a-game", "writing-a-look", "writing-an-opponent", "writing-a-lesson", "recipes"):
        assert "<!-- from " in (GUIDE.parent / f"{page}.md").read_text(encoding="utf-8")


def test_a_newcomer_reads_at_most_six_thousand_words_to_change_a_rule() -> None:
    pages = (GUIDE, GUIDE.parent / "architecture.md")
    assert sum(len(page.read_text(encoding="utf-8").split()) for page in pages) <= 6000


def test_code_that_differs_is_named(tmp_path: Path) -> None:
    docs, tools = tmp_path / "docs", tmp_path / "tools"
    docs.mkdir()
    tools.mkdir()
    (tools / "snippets.py").write_text(TOOL.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "rules.py").write_text("# --8<-- [start:move]\n    x = 2\n# --8<-- [end:move]\n", encoding="utf-8")
    guide = docs / GUIDE.name
    guide.write_text("<!-- from rules.py: move -->\n```python\nx = 1\n```\n", encoding="utf-8")
    command = [sys.executable, str(tools / "snippets.py")]
    done = subprocess.run([*command, "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "writing-rules.md is older than rules.py: move; run `make format`.\n"
    assert subprocess.run(command, check=False).returncode == 0
    assert guide.read_text(encoding="utf-8") == "<!-- from rules.py: move -->\n```python\nx = 2\n```\n"
