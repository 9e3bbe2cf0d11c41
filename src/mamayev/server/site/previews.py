"""The previews of links to the site: a title, a description and a picture.

The page itself has a preview, and every game has a separate small page, `box/GAME/`, which leads to the game's
background. A game's picture is `data/preview.jpg` in its package. The service worker does not keep these files.
"""

from __future__ import annotations

from html import escape
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from mamayev.engine import registry
from mamayev.match.catalogue import info

PICTURE = Path("data", "preview.jpg")
WIDTH, HEIGHT = 600, 315
PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="0; url=../../#/background/{name}" />
    <title>{title}</title>
    <meta name="description" content="{description}" />
    {tags}
    <link rel="icon" href="../../icon.svg" type="image/svg+xml" />
  </head>
  <body>
    <h1>{title}</h1>
    <p>{description}</p>
    <p><a href="../../#/background/{name}">Open the game</a></p>
  </body>
</html>
"""


def packed() -> list[str]:
    """Return the names of the games of this package, in a fixed order."""
    return sorted(one.name for one in entry_points(group="mamayev.games") if one.dist and one.dist.name == "mamayev")


def described(title: str, description: str) -> dict[str, str]:
    """Return the text of a page's tags. The client's own page has them in its file."""
    return {"og:type": "website", "og:site_name": "Mamayev", "og:title": title, "og:description": description}


def pictured(address: str, here: str, picture: str, shows: str) -> dict[str, str]:
    """Return the picture tags of a page at `here`, a path below the site's address.

    Without an address, the tags name the picture relative to the page, and some previews then lack the picture.
    """
    address = f"{address.rstrip('/')}/" if address else ""
    return {
        **({"og:url": urljoin(address, here)} if address else {}),
        "og:image": urljoin(address, picture) if address else "../" * here.count("/") + picture,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": shows,
    }


def tags(properties: dict[str, str]) -> str:
    """Return the tags with these properties."""
    lines = [f'<meta property="{name}" content="{escape(content)}" />' for name, content in properties.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    return "\n    ".join(lines)


def own_tags(address: str) -> str:
    """Return the tags that the site's own page has in addition to the client's."""
    name = packed()[0]
    return tags(pictured(address, "", f"box/{name}.jpg", registry.find(name).title))


def add_previews(out: Path, address: str) -> dict[str, int]:
    """Write the pages and pictures of all games, and return the size of each file."""
    sizes: dict[str, int] = {}
    for name in packed():
        about: dict[str, Any] = info(registry.find(name))
        title, description = f"{about['title']} · Mamayev", str(about["blurb"])
        picture = out / "box" / f"{name}.jpg"
        page = out / "box" / name / "index.html"
        page.parent.mkdir(parents=True)
        picture.write_bytes((Path(registry.source(name)).parent / PICTURE).read_bytes())
        shown = pictured(address, f"box/{name}/", f"box/{name}.jpg", str(about["title"]))
        head = tags({**described(title, description), **shown})
        filled = PAGE.format(name=name, title=escape(title), description=escape(description), tags=head)
        page.write_text(filled, encoding="utf-8")
        sizes |= {file.relative_to(out).as_posix(): file.stat().st_size for file in (picture, page)}
    return sizes
