"""The files for containers fit the program: what they call exists, and nothing needs more rights than they give."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from mamayev.server.club.settings import read_settings
from mamayev.server.port import DEFAULT_PORT

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "container"


@pytest.fixture
def image() -> dict[str, str]:
    """The instructions of the image's last stage."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        from try_container import CONTAINERFILE, instructions
    finally:
        sys.path.remove(str(ROOT / "tools"))
    return instructions(CONTAINERFILE.read_text(encoding="utf-8"))


def test_the_image_starts_the_server_as_a_user_without_rights(image: dict[str, str]) -> None:
    command = [*json.loads(image["ENTRYPOINT"]), *json.loads(image["CMD"])]
    assert command[:2] == ["mamayev", "serve"]
    assert command[command.index("--port") + 1] == str(DEFAULT_PORT) == image["EXPOSE"]
    assert image["USER"].isdigit()
    assert int(image["USER"]) > 0
    assert f"--uid {image['USER']}" in image["RUN"]
    assert f"http://127.0.0.1:{DEFAULT_PORT}/api/health" in image["HEALTHCHECK"]
    surroundings = dict(word.split("=", 1) for word in shlex.split(image["ENV"]))
    assert surroundings["XDG_DATA_HOME"] == image["VOLUME"] == "/data"


def test_every_option_that_the_files_use_exists(image: dict[str, str]) -> None:
    text = image["CMD"] + "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("compose*.yml"))
    used = set(re.findall(r"(?<![\w-])--(?:no-browser|host|port|allow-host|db|club)\b", text))
    assert {"--no-browser", "--host", "--port", "--allow-host", "--db", "--club"} == used
    said = subprocess.run(
        [sys.executable, "-m", "mamayev", "serve", "--help"], capture_output=True, text=True, check=True
    )
    assert all(option in said.stdout for option in used)


@pytest.mark.parametrize("name", ["compose.yml", "compose.public.yml", "compose.club.yml"])
def test_the_server_has_a_read_only_root_and_no_capability(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    services = text.partition("\nvolumes:\n")[0]
    ours = re.findall(r"^  mamayev[\w-]*:\n((?:    .*\n)+)", services + "\n", re.MULTILINE)
    assert len(ours) == (2 if name == "compose.club.yml" else 1)
    for line in ("read_only: true", "cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]'):
        assert all(f"    {line}\n" in one for one in ours)
    assert set(re.findall(r"PASSWORD: *([^?\s]{2})", text)) <= {"${"}


def test_the_lock_of_the_image_has_no_package_for_studies() -> None:
    lock = (ROOT / "requirements" / "image.txt").read_text(encoding="utf-8")
    named = set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))
    assert {"psycopg", "psycopg-binary", "uvicorn", "sqlalchemy"} <= named
    assert not named & {"matplotlib", "pyarrow", "numpy", "hatchling"}


def test_the_club_of_the_files_is_one(tmp_path: Path) -> None:
    """Its club.toml is read as it is, and Caddy passes requests to the ports at which the two servers listen."""
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    (secrets / "mail").write_text("horse battery\n", encoding="utf-8")
    file = tmp_path / "club.toml"
    file.write_text((FOLDER / "club.toml").read_text(encoding="utf-8"), encoding="utf-8")
    settings = read_settings(file)
    assert (settings.sign_up, settings.mail and settings.mail.password) == ("invitation", "horse battery")
    compose = (FOLDER / "compose.club.yml").read_text(encoding="utf-8")
    ports = {str(DEFAULT_PORT), *re.findall(r"--port=(\d+)", compose)}
    assert set(re.findall(r"127\.0\.0\.1:(\d+)", (FOLDER / "Caddyfile.club").read_text(encoding="utf-8"))) == ports
    assert "/etc/mamayev/club.toml:ro" in compose
    assert "./secrets:/etc/mamayev/secrets:ro" in compose
