"""Print the server's JSON forms as the OpenAPI document that web/src/protocol.ts is made from (make protocol).

The routes are left out, the names are those that the client uses, and shapes that occur everywhere get a name.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

import msgspec

from mamayev.engine import event, scene
from mamayev.server.club.opening import ALL_ROUTES
from mamayev.server.document import SCHEMAS
from mamayev.server.document import document as whole_document

# Forms whose name in the client is not that of the class, less "Form" or "Data".
NAMES = {
    "CardFace": "PlayingCard",
    "Chance": "Likelihood",
    "Event": "Note",
    "ExampleNow": "Example",
    "LessonNow": "Lesson",
    "Mark": "MarkKind",
    "MarkAt": "MarkOnTable",
    "ModifierData": "ModifierForetold",
    "ModifierLine": "Modifier",
    "OptionInfo": "GameOption",
    "PieceAt": "PieceOnTable",
    "PresetInfo": "Preset",
    "RecordForm": "SavedGame",
    "Report": "Sighting",
    "Setup": "MatchSetup",
}
# Types that the document writes out at each place.
SHAPES = {
    "Point": scene.Point,
    "Tone": scene.Tone,
    "TrackValue": int | str | None,
    "GameEvent": event.AnyEvent,
}


def name(schema: str) -> str:
    """The client's name of a form."""
    return NAMES.get(schema) or schema.removesuffix("Form").removesuffix("Data")


def named(part: Any, shapes: dict[str, Any]) -> Any:
    """A part of the document with the client's names, and its shapes by theirs."""
    for shape, schema in shapes.items():
        if part == schema:
            return {"$ref": SCHEMAS + shape}
    if isinstance(part, str) and part.startswith(SCHEMAS):
        return SCHEMAS + name(part.removeprefix(SCHEMAS))
    if isinstance(part, list):
        return [named(entry, shapes) for entry in part]
    if isinstance(part, dict):
        return {key: named(value, shapes) for key, value in part.items()}
    return part


def document() -> dict[str, Any]:
    """All forms, as components of a document without routes."""
    whole = whole_document(ALL_ROUTES)
    written, _ = msgspec.json.schema_components(list(SHAPES.values()), ref_template=SCHEMAS + "{name}")
    shapes = dict(zip(SHAPES, written, strict=True))
    forms = whole["components"]["schemas"]
    twice = [key for key, count in Counter(map(name, forms)).items() if count > 1]
    assert not twice, f"Two forms have the same name in the client. Add one of them to NAMES: {', '.join(twice)}."
    schemas = {name(key): named(schema, shapes) for key, schema in forms.items()}
    schemas |= {shape: named(schema, {}) for shape, schema in shapes.items()}
    for event_schema in schemas["GameEvent"]["anyOf"]:
        # The journal stamps every event with its ply.
        schemas[event_schema["$ref"].removeprefix(SCHEMAS)]["required"].append("ply")
    return {**whole, "paths": {}, "components": {"schemas": schemas}}


json.dump(document(), sys.stdout, indent=1)
