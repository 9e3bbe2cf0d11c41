"""Orders: the staff plays by them, says what it cannot do, and reports."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mamayev
from mamayev.engine import orders as form
from mamayev.engine.orders import Objection, Orders
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find, names
from mamayev.engine.table import Table
from mamayev.games.cauldron.rules.board import bits
from mamayev.games.cauldron.rules.position import Pocket
from mamayev.games.cauldron.staff.orders import held
from mamayev.games.inferno.rules.fire import DELIBERATE, Combat
from mamayev.games.inferno.rules.position import City
from mamayev.games.inferno.rules.trade import of_attack
from mamayev.match.curing import TRIES, with_cures
from mamayev.match.match import Match, Record
from mamayev.match.record import ORDERS, ORDERS_OF_SEAT, VALUES
from mamayev.players import play_on
from mamayev.players.command import Commander
from mamayev.testing.depth import deep

PLAYER = {"soviet_side": "player"}
GAMES = [name for name in names() if find(name).command is not None]
OPTIONS: dict[str, dict[str, Any]] = {"inferno": PLAYER}
"""Options under which every seat of a game that takes orders is a player's."""
SEATS = [(game, seat) for game in GAMES for seat in find(game).command().forms if seat != "partner"]  # type: ignore[misc]


def begun(game: str, seed: int, **options: Any) -> Match:
    return Match.new(game, seed=seed, options=options)


def by_orders(match: Match, seat: str, orders: str, turns: int = 1000) -> Iterator[Commander]:
    """Carry out the same orders turn by turn, the staff in the other seats, and go on after every stop."""
    others = {name: "staff" for name in match.game.seats if name != seat}
    for _ in range(turns):
        play_on(match, others)
        if match.over:
            return
        match.order(orders, seat)
        commander = Commander(match, seat)
        commander.play_out(others)
        yield commander


# ------------------------------------------------------------------ the default orders


@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_by_default_orders_the_staff_plays_the_same_action_by_action(game: str, seat: str) -> None:
    for seed in range(1, 1 + deep(2)):
        plain, commanded = (begun(game, seed, **OPTIONS.get(game, {})) for _ in range(2))
        play_on(plain, dict.fromkeys(plain.game.seats, "staff"))
        for _ in by_orders(commanded, seat, ""):
            pass
        assert commanded.record.log == plain.record.log
        assert commanded.result == plain.result


# ------------------------------------------------------------------ orders as data


@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_every_field_says_what_it_means_and_cites_clauses_of_its_game(game: str, seat: str) -> None:
    schema = begun(game, 1, **OPTIONS.get(game, {})).orders_schema(seat)
    clauses = find(game).ledger().clauses
    assert schema["properties"]
    for name, field in schema["properties"].items():
        assert field["title"], name
        assert field["description"].endswith("."), name
        assert field["x-clauses"], name
        assert set(field["x-clauses"]) <= clauses.keys(), name
        assert "default" in field, name


class Line(form.Orders, frozen=True):
    least: Annotated[int, form.about("Least", "The least.", "X-1", least=0, most=9)] = 0


class Sector(form.Orders, frozen=True):
    posture: Annotated[Literal["staff", "hold"], form.about("Posture", "What it does.", "X-2", advanced=True)] = "staff"
    hold: Annotated[tuple[str, ...], form.about("Hold", "What it holds.", "X-3", kind=form.SPACES, most=3)] = ()


def test_a_form_repeats_a_row_for_each_group() -> None:
    whole = form.grouped(Line, Sector, {"north": "North", "6p": "6th Panzer"})
    fields = form.schema(whole)["properties"]
    assert {name: field.get("x-group", "") for name, field in fields.items()} == {
        "least": "",
        "posture_north": "North",
        "hold_north": "North",
        "posture_6p": "6th Panzer",
        "hold_6p": "6th Panzer",
    }
    assert fields["hold_6p"]["x-clauses"] == ["X-3"]
    assert [name for name, field in fields.items() if field.get("x-advanced")] == ["posture_north", "posture_6p"]
    notation = find("inferno").table().notation
    orders = form.read_text(whole, "hold_6p=19,Y least=3", notation)
    assert form.row_of(orders, Sector, "6p") == Sector(hold=("19", "Y"))
    assert form.row_of(orders, Sector, "north") == Sector()
    assert form.text(orders) == "least=3 hold_6p=19,Y"
    with pytest.raises(Refusal, match="unknown"):
        form.read(whole, {"hold": ["19"]}, notation)


def drawn(schema: dict[str, Any], spaces: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw orders out of a schema."""

    def values(field: dict[str, Any]) -> st.SearchStrategy[Any]:
        if "enum" in field:
            return st.sampled_from(field["enum"])
        if field["type"] == "integer":
            return st.integers(field["minimum"], field["maximum"])
        if field["type"] == "boolean":
            return st.booleans()
        return st.lists(st.sampled_from(spaces), max_size=field["maxItems"], unique=True)

    return st.fixed_dictionaries({}, optional={name: values(field) for name, field in schema["properties"].items()})


def spaces_of(table: Table[Any]) -> list[str]:
    return [noun.id for noun in table.notation.nouns["space"] if noun.id]


@pytest.mark.parametrize(("game", "seat"), SEATS)
@given(data=st.data())
def test_orders_are_the_same_as_data_and_as_text(game: str, seat: str, data: st.DataObject) -> None:
    match = begun(game, 1, **OPTIONS.get(game, {}))
    wanted = data.draw(drawn(match.orders_schema(seat), spaces_of(match.table)))
    told = match.order(wanted, seat)
    kind, notation = match.command.forms[seat], match.table.notation
    assert form.read_text(kind, told["text"], notation) == match.orders_of(seat)
    assert form.read(kind, told["orders"], notation) == match.orders_of(seat)
    assert told["orders"].items() <= wanted.items()
    again = Record.from_json(match.to_json()).replay()
    assert again.orders_of(seat) == match.orders_of(seat)


@pytest.mark.parametrize(("game", "seat"), SEATS)
@settings(max_examples=deep(10), deadline=None)
@given(data=st.data(), seed=st.integers(0, 1000))
def test_whatever_is_ordered_is_played_by_the_rules_and_reported(
    game: str, seat: str, data: st.DataObject, seed: int
) -> None:
    match = begun(game, seed, **OPTIONS.get(game, {}))
    wanted = data.draw(drawn(match.orders_schema(seat), spaces_of(match.table)))
    told = match.order(wanted, seat)["text"]
    for commander in by_orders(match, seat, told, turns=6):
        for kept in commander.report():
            assert kept.field in match.orders_schema(seat)["properties"]
            assert kept.text
    Record.from_json(match.to_json()).replay()


WRONG: list[tuple[Any, str, str]] = [
    ({"holt": ["9"]}, "holt", "unknown"),
    ({"least": 101}, "least", "more than 100"),
    ({"least": "60"}, "least", "text, but must be a whole number"),
    ({"hold": ["9", "zz"]}, "hold", "“zz”, which is not a space"),
    ({"hold": "9"}, "hold", "text, but must be a list"),
    ({"losses": "many"}, "losses", "cannot be"),
    ("least", "least", "has no value"),
    ("least=6x", "least", "must be"),
    ("least=1 least=2", "least", "twice"),
    ("hold=9,zz", "hold", "“zz”, which is not a space"),
    ("holt=9", "holt", "unknown"),
]


@pytest.mark.parametrize(("data", "field", "said"), WRONG)
def test_wrong_orders_are_refused_with_the_field_and_change_nothing(data: Any, field: str, said: str) -> None:
    match = begun("inferno", 1)
    match.order("hold=Y")
    before = match.to_json()
    with pytest.raises(Refusal, match=said) as refused:
        match.order(data)
    assert refused.value.field == field
    assert refused.value.malformed
    assert match.to_json() == before


def test_who_takes_no_orders_says_so() -> None:
    with pytest.raises(Refusal, match="The rules play soviet"):
        begun("inferno", 1).order("clock=run", "soviet")
    with pytest.raises(Refusal, match="has no seat “russian”"):
        begun("inferno", 1).order("", "russian")
    with pytest.raises(Refusal, match="takes no orders"):
        begun("skirmish", 1).order("")
    over = begun("inferno", 1)
    over.resign("german")
    with pytest.raises(Refusal, match="The game is over"):
        over.order("hold=Y", "german")
    with pytest.raises(Refusal, match="The game is over"):
        Commander(over, "german")


# ------------------------------------------------------------------ the turn of a seat's orders


@pytest.mark.parametrize(
    ("game", "seat", "begins"),
    [("barbarossa", "russian", {"move", "arrivals"}), ("inferno", "soviet", {"use-die"})],
)
def test_a_turn_begins_with_the_seat_s_own_decision_and_covers_the_reply(
    game: str, seat: str, begins: set[str]
) -> None:
    match = begun(game, 3, **OPTIONS.get(game, {}))
    turns = list(by_orders(match, seat, "", 4))[1:]
    for commander in turns:
        assert match.at(commander.since).box.name in begins
    assert [one.turn for one in turns] == sorted({one.turn for one in turns})


# ------------------------------------------------------------------ in the record


def test_the_record_keeps_who_ordered_what_at_which_ply() -> None:
    match = begun("inferno", 5)
    start = len(match.record.log)
    match.order("least=60")
    match.order("least=70")  # a second thought at the same decision replaces the first
    Commander(match, "german").carry_out()
    ply = len(match.record.log)
    match.order({"least": 30, "hold": ["y"]})
    assert [(one.ply, one.seat, one.orders) for one in match.record.orders] == [
        (start, "german", {"least": 70}),
        (ply, "german", {"hold": ["Y"], "least": 30}),
    ]
    again = Match.from_json(match.to_json())
    assert again == match
    assert again.branch(start).record.orders == match.record.orders[:1]
    while match.undos:
        match.undo(practice=True)
    assert match.orders_of("german").changed() == {"least": 70}
    assert Match.from_json(match.to_json()).orders_of("german") == match.orders_of("german")


# ------------------------------------------------------------------ Inferno: what each order does


def played(seat: str, orders: str, seed: int, turns: int = 1000) -> tuple[Match, list[Commander]]:
    match = begun("inferno", seed, **(PLAYER if seat == "soviet" else {}))
    return match, list(by_orders(match, seat, orders, turns))


def test_hold_keeps_the_last_unit_or_the_report_says_how_it_went() -> None:
    for seed in range(4):
        match = begun("inferno", seed)
        p, table = match.position, match.table
        assert isinstance(p, City)
        held = p.board.grid.bit[p.board.grid.index["Y"]]
        for commander in by_orders(match, "german", "hold=Y losses=spend"):
            p = match.position
            assert isinstance(p, City)
            states = {kept.state for kept in commander.report() if kept.field == "hold"}
            assert states == ({"kept"} if p.german & held else {"broken"}), (seed, table.turn(p))
            if not p.german & held:
                break


def test_a_unit_goes_to_an_empty_hex_that_is_to_be_held() -> None:
    came = 0
    for seed in range(4):
        match = begun("inferno", seed)
        for commander in by_orders(match, "german", "hold=70", 12):
            p = match.position
            assert isinstance(p, City)
            grid = p.board.grid
            away = min(grid.distance(g, grid.index["70"]) for g in grid.hexes(p.german))
            said = next(kept for kept in commander.report() if kept.field == "hold")
            if not away:
                came += 1
                break
            assert said.text.endswith((f" {away} hexes", f" {away} hexes away, no closer than before", " 1 hex"))
    assert came >= 3


def test_no_attack_begins_below_the_least_chance() -> None:
    below = 0
    for orders in ("least=75", ""):
        for seed in range(3):
            match, _ = played("german", orders, seed, 12)
            for ply, line in enumerate(match.record.log):
                if not line.startswith("attack"):
                    continue
                p = match.at(ply)
                assert isinstance(p, City)
                target = p.board.grid.index[line.split()[1]]
                trade = of_attack(p, DELIBERATE, target, p.board.grid.near[target] & p.german)
                assert trade is not None
                below += trade.chance < 0.75
        assert (below == 0) == bool(orders)


def test_what_was_begun_by_hand_and_breaks_an_order_is_the_commanders_decision() -> None:
    match = begun("inferno", 4)
    hasty = next(action.text for action in match.decision.actions if action.text.startswith("hasty"))  # type: ignore[union-attr]
    match.play(hasty)
    match.order("least=100")
    commander = Commander(match, "german")
    stop = commander.carry_out().stop
    assert stop is not None
    assert (stop.field, stop.clauses) == ("least", ("INF-HASTY-02",))
    assert "you ordered at least 100%" in stop.text
    before = len(match.record.log)
    again = commander.carry_out()  # asked again, it is the same decision, and nothing is played
    assert (again.stop, again.events, len(match.record.log)) == (stop, [], before)
    done = commander.carry_out(["least"])
    assert done.over
    assert any(line.startswith("strike") for line in match.record.log[before:])
    assert [(kept.field, kept.state) for kept in done.report] == [("least", "broken")]


def test_an_answer_that_was_undone_is_asked_for_again() -> None:
    """Also after the end of the turn, where an undo leads back into it. An answer that stands is reported."""
    match = begun("inferno", 4)
    hasty = next(action.text for action in match.decision.actions if action.text.startswith("hasty"))  # type: ignore[union-attr]
    match.play(hasty)
    match.order("least=100")
    commander, before = Commander(match, "german"), len(match.record.log)
    commander.carry_out()
    assert commander.carry_out(["least"]).over
    while len(match.record.log) > before + 1:
        match.undo(practice=True)
    assert commander.under_way
    assert [kept.state for kept in commander.carry_out().report] == ["broken"]
    while len(match.record.log) > before:
        match.undo(practice=True)
    stop = commander.carry_out().stop
    assert stop is not None
    assert stop.field == "least"


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def rounds(seat: str, orders: str, measure: Any, seeds: int = 6) -> float:
    """Return the mean of a figure over all rounds of some games."""
    found: list[float] = []
    for seed in range(seeds):
        match = begun("inferno", seed, **(PLAYER if seat == "soviet" else {}))
        for _ in by_orders(match, seat, orders, 15):
            found.append(measure(match.position))
    return mean(found)


def test_objectives_fall_earlier_if_they_are_ordered_first() -> None:
    def is_taken(p: City) -> float:
        return bool(p.control & p.board.grid.bit[p.board.grid.index["19"]])

    assert rounds("german", "objectives=19", is_taken) > rounds("german", "", is_taken) + 0.2


def test_calls_come_early_or_late_as_ordered() -> None:
    def on_map(p: City) -> float:
        return len(p.units_in(p.german))

    early, late = (rounds("german", f"call_below={n}", on_map) for n in (20, 4))
    assert early > late + 3


def test_cards_are_kept_for_spawn_hexes() -> None:
    played_elsewhere = {6: 0, 0: 0}
    for keep in played_elsewhere:
        for seed in range(4):
            match, _ = played("german", f"keep_cards={keep}", seed, 15)
            for ply, line in enumerate(match.record.log):
                p = match.at(ply)
                assert isinstance(p, City)
                if line.startswith("play") and p.box.name == "german-card":
                    target = p.frame("combat")[Combat.target]
                    played_elsewhere[keep] += not p.spawns_held() & p.board.grid.bit[target]
    assert played_elsewhere[6] == 0 < played_elsewhere[0]


def test_attacks_are_preferred_or_avoided_as_ordered() -> None:
    shares = []
    for orders in ("prefer=attack", "prefer=move"):
        chosen = [
            line.split()[0]
            for seed in range(6)
            for line in played("german", orders, seed, 12)[0].record.log
            if line.split()[0] in ("attack", "long", "short", "hasty")
        ]
        shares.append(mean([word in ("attack", "hasty") for word in chosen]))
    assert shares[0] > shares[1]


# ------------------------------------------------------------------ The Cauldron: what each order does


@pytest.mark.parametrize("name", ["breakout", "stay-put", "consolidate", "watch-and-wait", "paulus"])
def test_a_strategy_is_the_plan_of_that_commander(name: str) -> None:
    plain, commanded = (begun("cauldron", 7) for _ in range(2))
    play_on(plain, {"german": name})
    for _ in by_orders(commanded, "german", f"strategy={name}"):
        pass
    assert commanded.record.log == plain.record.log


def verbs_of(orders: str, seeds: int = 3) -> list[str]:
    """Return the verbs of some games of The Cauldron."""
    found = []
    for seed in range(seeds):
        match = begun("cauldron", seed)
        for _ in by_orders(match, "german", orders, 8):
            pass
        found += [line.split()[0] for line in match.record.log]
    return found


@pytest.mark.parametrize(
    ("order", "words"),
    [("appeals", {"appeal"}), ("tactical", {"tactical"}), ("dig_in", {"build", "activate"})],
)
def test_what_is_never_to_be_done_is_not_done(order: str, words: set[str]) -> None:
    assert words & {*verbs_of("")}
    assert not words & {*verbs_of(f"{order}=never")}


def test_areas_are_held_to_the_last_step_or_the_report_says_that_they_are_lost() -> None:
    retreats = {}
    for orders in ("", "hold=23,24,25,33,34,35"):
        retreats[orders] = 0
        for seed in range(4):
            match = begun("cauldron", seed)
            for commander in by_orders(match, "german", orders, 10):
                p = match.position
                assert isinstance(p, Pocket)
                areas = held(p, commander.orders)  # type: ignore[arg-type]
                gone = {area for area in areas if commander.before.count[area] and not p.count[area]}  # type: ignore[attr-defined]
                states = {kept.state for kept in commander.report() if kept.field == "hold"}
                assert not gone or "broken" in states
            retreats[orders] += sum(line.startswith("retreat") for line in match.record.log)
    assert retreats["hold=23,24,25,33,34,35"] <= retreats[""]


def test_supply_is_kept_as_far_as_the_rules_allow() -> None:
    def stock(orders: str) -> float:
        found: list[float] = []
        for seed in range(4):
            match = begun("cauldron", seed)
            for _ in by_orders(match, "german", orders, 5):
                assert isinstance(match.position, Pocket)
                found.append(match.position.supply)
        return mean(found)

    assert stock("keep_supply=15") > stock("") + 2


def test_attacks_begin_at_the_least_chance() -> None:
    assert verbs_of("strategy=breakout least=100").count("attack") < verbs_of("strategy=breakout").count("attack")


def test_areas_to_give_up_get_no_defense_and_their_units_retreat() -> None:
    assert verbs_of("give_up=23,24,25,33,34,35").count("retreat") > verbs_of("").count("retreat")
    match = begun("cauldron", 2)
    for _ in by_orders(match, "german", "give_up=23,24,25,33,34,35", 8):
        pass
    defended = [line for line in match.record.log if line.startswith(("build", "activate", "battlegroup"))]
    assert defended
    assert not [line for line in defended if {*line.split()} & {"23", "24", "25", "33", "34", "35"}]


def test_the_army_that_the_setup_brings_is_not_counted_as_steps_regained() -> None:
    match = Match.new("cauldron", seed=1, options={"variable_setup": True, "variable_placement": True})
    match.order("", "german")
    commander = Commander(match, "german")
    while match.position.inside("set-up"):
        action, _ = commander.ask().choose()
        match.play(match.table.notation.text(action))
    assert match.command.marks is not None
    labels = {one.label for one in match.command.marks(commander.before, match.position, commander.orders)}
    assert "Steps lost, less those regained" not in labels
    assert "Supply in stock" in labels


def test_airfields_are_held_or_given_up_as_ordered() -> None:
    kept = {}
    for orders in ("hold", "give-up"):
        kept[orders] = 0
        for seed in range(4):
            match = begun("cauldron", seed)
            for commander in by_orders(match, "german", f"airfields={orders}", 8):
                p = match.position
                assert isinstance(p, Pocket)
                kept[orders] += sum(p.count[area] > 0 for area in bits(p.table.board.airfields))
                assert {one.field for one in commander.report()} <= {"airfields"}
    assert kept["hold"] > kept["give-up"]


def test_areas_that_the_army_takes_are_held_and_airfields_do_not_hide_areas_to_give_up() -> None:
    match = begun("cauldron", 1)
    before = match.position
    assert isinstance(before, Pocket)
    taken = next(area for area in bits(before.german) if not before.count[area])
    lost = next(area for area in bits(before.german) if before.count[area] and area != taken)
    names, space = before.table.board.names, before.table.space_id
    match.order({"hold": [space(taken), space(lost)], "airfields": "give-up", "give_up": [space(lost)]})
    orders = match.orders_of("german")
    p = before.copy()
    p.count[taken], p.count[lost] = 1, 0
    told = [(one.field, one.text) for one in match.command.report(before, p, orders)]
    assert ("hold", f"{names[lost]} is lost") in told
    assert not [text for field, text in told if field == "hold" and names[taken] in text]
    assert ("give_up", "0 areas are in Soviet hands") in told
    assert [field for field, _ in told].count("airfields") == 1
    p.count[lost] = 1
    assert ("hold", "Every area is held") in [(one.field, one.text) for one in match.command.report(before, p, orders)]


def test_an_area_is_not_held_and_given_up() -> None:
    (told,) = begun("cauldron", 1).order("hold=23 give_up=23")["objections"]
    assert (told["field"], told["clauses"]) == ("give_up", ("CAU-RETREAT-01",))


def test_the_staff_says_what_the_army_cannot_do() -> None:
    told = begun("cauldron", 1).order("hold=1 keep_supply=30 strategy=paulus appeals=never")["objections"]
    assert {(one["field"], one["clauses"][0]) for one in told} == {
        ("hold", "CAU-ADV-01"),
        ("keep_supply", "CAU-UPK-01"),
        ("appeals", "CAU-APPEAL-03"),
    }


# ------------------------------------------------------------------ how many are kept


@pytest.mark.parametrize("game", GAMES)
def test_the_longest_orders_of_all_seats_leave_room_in_a_saved_game(game: str) -> None:
    def values(field: dict[str, Any]) -> int:
        return 1 + (field["maxItems"] if field["type"] == "array" else 0) if "type" in field else 1

    forms = find(game).command().forms.values()  # type: ignore[misc]
    longest = [5 + sum(map(values, form.schema(one)["properties"].values())) for one in forms]
    assert ORDERS_OF_SEAT * sum(longest) < VALUES // 2
    assert ORDERS_OF_SEAT * len(longest) <= ORDERS


def test_a_seat_that_gives_orders_at_every_ply_keeps_its_last_ones_and_leaves_the_others_theirs() -> None:
    match = begun("barbarossa", 1)
    match.order({"garrison": 3}, "german")
    while len(match.record.log) <= ORDERS_OF_SEAT:
        assert match.decision is not None
        match.order({"keep_air": len(match.record.log) % 40}, "russian")
        match.play(match.decision.actions[0].text)
    given = [one.ply for one in match.record.orders if one.seat == "russian"]
    assert len(given) == ORDERS_OF_SEAT
    assert given == sorted(given)
    assert match.orders_of("german").changed() == {"garrison": 3}
    match.order({"garrison": 1}, "german")
    match.order({"keep_air": 7}, "russian")
    match.order({"garrison": 2}, "german")
    assert [one.orders for one in match.record.orders[-2:]] == [{"keep_air": 7}, {"garrison": 2}]


def test_only_so_many_changes_are_tried_for_all_objections_together() -> None:
    match = mamayev.new("barbarossa", seed=1)
    match.play("historical")
    seat = match.game.seats[0]
    ids = [noun.id for noun in match.table.notation.nouns["space"] if noun.id]
    rng, calls = random.Random(3), 0
    fields = match.orders_schema(seat)["properties"]
    full = {name: rng.sample(ids, field["maxItems"]) for name, field in fields.items() if "maxItems" in field}
    orders = match.read_orders(full, seat)

    def counted(p: Position, given: Orders) -> Sequence[Objection]:
        nonlocal calls
        calls += 1
        return match.command.objections(p, given)

    found = with_cures(dataclasses.replace(match.command, objections=counted), match.seen_for_orders(seat), orders)
    assert len(found) > 8
    assert calls <= TRIES + 1


@pytest.mark.parametrize("seed", range(2))
def test_the_staff_plays_by_the_orders_of_a_lesson_what_the_lesson_says(seed: int) -> None:
    taught = Match.new("barbarossa", seed=seed, lesson="orders")
    assert taught.lesson is not None
    log, compared = taught.lesson.plan.log, 0
    for task in (task for task in taught.lesson.plan.tasks if task.do.orders is not None):
        assert task.do.orders is not None
        while len(taught.record.log) < task.ply:
            taught.follow_lesson()
        taught.order(task.do.orders, task.seat)
        plain = taught.copy()
        plain.lesson = None  # its dice stay
        commander = Commander(plain, task.seat)
        while commander.under_way and plain.decision is not None and plain.decision.seat == task.seat:
            ply = len(plain.record.log)
            action, stops = commander.ask().choose()
            assert not stops
            assert plain.table.notation.text(action) == log[ply]
            plain.play(log[ply])
            compared += 1
    assert compared > 30
