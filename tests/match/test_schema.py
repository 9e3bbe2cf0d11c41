"""The workshop offers what the forms take."""

from typing import Annotated, Literal

import msgspec
import pytest

from mamayev.engine.workshop import Field, Value
from mamayev.match.schema import Form, Schema

Hex = Annotated[str, msgspec.Meta(pattern="^[0-9]{4}$", extra={"kind": "hex"})]
Factor = Annotated[int, msgspec.Meta(ge=1, le=10)]


class EventForm(Form, rename={"as_": "as"}):
    when: tuple[str, ...]
    roll: Annotated[int, msgspec.Meta(le=6)] = 0
    as_: Literal["", "attack", "defense"] = ""


class UnitForm(Form):
    name: str
    side: Literal["red", "blue"]
    front: tuple[Factor, Factor]
    start: Hex = ""
    label: Annotated[str, msgspec.Meta(min_length=1, max_length=4)] = "?"
    back: tuple[Factor, Factor] | None = None
    turns: list[Factor] = []
    event: EventForm | None = None


UNIT = Schema(UnitForm)
RED, BLUE = Value(value="red", title="Red", tone="a"), Value(value="blue", title="Blue", tone="b")


@pytest.mark.parametrize(
    ("made", "meant"),
    [
        (UNIT("name", "Name"), Field(name="name", title="Name", must=True)),
        (UNIT("label", "Printed on it"), Field(name="label", title="Printed on it", high=4, default="?")),
        (
            UNIT("side", "Side", choices=(RED, BLUE)),
            Field(name="side", title="Side", kind="choice", must=True, choices=(RED, BLUE)),
        ),
        (UNIT("front", "Front"), Field(name="front", title="Front", kind="pair", low=1, high=10, must=True)),
        (UNIT("back", "Back"), Field(name="back", title="Back", kind="pair", low=1, high=10)),
        (UNIT("start", "Starts"), Field(name="start", title="Starts", kind="hex", default="")),
        (UNIT("turns", "Turns"), Field(name="turns", title="Turns", kind="numbers", low=1, high=10, default=[])),
        (UNIT("event.when", "When"), Field(name="event.when", title="When", kind="list")),
        (
            UNIT("event.roll", "Die", doc="Up to #."),
            Field(name="event.roll", title="Die", kind="number", high=6, default=0, doc="Up to #."),
        ),
        (
            UNIT("event.as", "For"),
            Field(
                name="event.as", title="For", kind="choice", default="",
                choices=(
                    Value(value="", title="none"), Value(value="attack", title="attack"),
                    Value(value="defense", title="defense"),
                ),
            ),
        ),
    ],
)  # fmt: skip
def test_a_field_is_what_its_form_says(made: Field, meant: Field) -> None:
    assert made == meant


@pytest.mark.parametrize(
    ("name", "more", "sentence"),
    [
        ("nmae", {}, "UnitForm has no field “nmae”; it has name, side, front, start, label, back, turns, event."),
        ("event.whom", {}, "UnitForm has no field “event.whom”; it has when, roll, as."),
        ("name.first", {}, "UnitForm has no field “name.first”; it has none."),
        ("side", {"choices": (RED,)}, "UnitForm.side allows only the choices blue, red."),
    ],
)
def test_a_field_that_the_form_lacks_is_named(name: str, more: dict[str, tuple[Value, ...]], sentence: str) -> None:
    with pytest.raises(TypeError) as caught:
        UNIT(name, "Title", **more)
    assert str(caught.value) == sentence
