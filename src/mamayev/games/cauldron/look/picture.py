"""The picture of a position of The Cauldron: counters, markers, tracks, and their meaning."""

from __future__ import annotations

from collections.abc import Iterator

from mamayev.engine.look import PurseLine
from mamayev.engine.scene import Arrow, DeckState, HeldMarker, MarkAt, Picture, PieceAt, Pool, SeenCard

from ..printed.map import BOX_0, SPACES
from ..printed.units import TYPES, UnitData
from ..rules import control, rumors
from ..rules.attacks import best_first
from ..rules.board import bits
from ..rules.cards import LINES
from ..rules.charts import LEVELS, NO_EFFECT, WEATHER
from ..rules.evaluation import TURNS
from ..rules.position import DEPLETED, TARGETS, Pocket
from ..rules.set_up import what_if_in_words
from ..rules.soviet import assaults, two_numbers
from ..rules.strategic import full_upkeep, ssi_modifier
from ..rules.variable import Plan
from .scene import army_label, army_of

LETTERS = "ABCD"
MEN = 1500
"""The number of men in one evacuated Wounded factor (CAU-SCALE-07)."""


def picture(p: Pocket, seat: int | None = None) -> Picture:
    """Return the picture of a position. Nothing is hidden except the order of the deck, which no position contains."""
    table = p.table
    step = table.step(p)
    units = [(unit, data) for unit, data in enumerate(table.components.units) if p.at[unit]]
    units.sort(key=lambda one: TYPES.index(one[1].type))
    relief = PieceAt(
        id=control.relief_name(p).lower(), at=f"box-{p.relief_box}" if p.relief_box else str(p.relief_area)
    )
    soviets = [soviet_at(p, area) for area in bits(p.soviet)]
    held = control.held_for_ring(p)
    waiting = [table.unit_id(unit) for unit in bits(p.frame("set-up")[Plan.waiting])] if control.in_set_up(p) else []
    return Picture(
        turn=p.turn,
        phase=step.phase if step else "",
        step=step.id if step else "",
        headline=headline(p),
        control={str(n): "axis" if held >> n & 1 else "soviet" for n in range(1, len(table.components.areas))},
        pieces=[*(unit_at(p, unit, data) for unit, data in units), relief, *soviets],
        marks=list(marks_on_table(p)),
        tracks=values(p),
        notes=notes(p),
        held=list(held_markers(p)),
        decks={"events": deck(p)},
        arrows=[
            Arrow(kind="attack", piece=data.id, from_=table.space_id(p.at[unit]), to=table.space_id(p.target[unit]))
            for unit, data in units
            if p.target[unit]
        ],
        pools=pools(p, tuple(waiting)),
        lost=[
            data.id
            for unit, data in enumerate(table.components.units)
            if not p.at[unit] and data.type != "BG" and not data.optional and data.id not in waiting
        ],
        standing=f"Supply {p.supply}, morale {control.morale(p)}, SSI {p.ssi}",
        queue=queue(p),
    )


def deck(p: Pocket) -> DeckState:
    """Return the deck, its discards, and the card lines seen this turn."""
    seen = [SeenCard(p.seen[i], LINES[p.seen[i + 1]]) for i in range(0, len(p.seen), 2)]
    return DeckState(draw=p.deck.bit_count(), discard=list(bits(p.discard)), removed=list(bits(p.removed)), seen=seen)


def pools(p: Pocket, waiting: tuple[str, ...]) -> list[Pool]:
    """Return the units that must still be placed, and the available battlegroups and Prepared Defenses."""
    units = p.table.components.units
    groups = tuple(data.id for unit, data in enumerate(units) if data.type == "BG" and not p.at[unit])
    defenses = p.table.components.pdm_limit - sum(p.pdm_active) - sum(p.pdm_inactive)
    return [
        *([Pool("waiting", "To be placed", len(waiting), waiting)] if waiting else []),
        Pool("battlegroups", "Battlegroups available", len(groups), groups),
        Pool("defenses", "Prepared Defenses available", defenses),
    ]


def queue(p: Pocket) -> tuple[str, ...]:
    """Return the targets of the attacks being resolved, in their default order (CAU-FLOW-44).

    Before that, return the chosen targets (CAU-TARGET-05).
    """
    if p.inside("german.attacks"):
        return tuple(p.table.space_id(p.target[unit]) for unit in best_first(p))
    if p.inside("soviet.attacks"):
        return tuple(p.table.space_id(area) for area, _ in assaults(p))
    if p.inside("soviet.targets.pick"):
        return tuple(p.table.space_id(area) for area in bits(p.soviet_targets))
    return ()


def headline(p: Pocket) -> str:
    """Return a short headline: the turn, or a note that the game is over."""
    if control.in_set_up(p):
        return f"Before turn {p.turn}"
    return f"Turn {p.turn} of {TURNS}" if p.frames else f"Game over, turn {p.turn}"


def unit_at(p: Pocket, unit: int, data: UnitData) -> PieceAt:
    """Return a unit with its visible side and its states."""
    states = {
        "unsupplied": p.unsupplied >> unit & 1,
        "isolated": control.unit_is_isolated(p, unit),
        "acted": p.rolled >> unit & 1,
    }
    two_sided = data.type not in ("HQ", "BG")
    return PieceAt(
        id=data.id,
        at=p.table.space_id(p.at[unit]),
        face="depleted" if two_sided and p.steps[unit] == DEPLETED else "full",
        states=tuple(name for name, on in states.items() if on),
    )


def soviet_at(p: Pocket, area: int) -> PieceAt:
    """Return a Soviet unit. It has its own name if it comes from another area (CAU-FLOW-07)."""
    found = PieceAt(id=f"soviet-{area}", at=str(area))
    if p.armies[area] != area:
        army = army_of(p.table.components, p.armies[area])
        found.name, found.label = f"{army} Army", army_label(army)
    return found


def supply_on_table(p: Pocket) -> bytearray:
    """Return the supply committed to attacks, by space."""
    row = p.attack_supply[:SPACES]
    for target in range(SPACES, TARGETS):
        row[BOX_0 + 1 + (target - SPACES) // 4] += p.attack_supply[target]
    return row


def marks_on_table(p: Pocket) -> Iterator[MarkAt]:
    """Yield the markers in areas and Relief boxes."""
    table = p.table
    for letter, area in zip(LETTERS, table.board.entries, strict=True):
        used = letter == LETTERS[p.relief_letter]
        yield MarkAt("entry-used" if used else "entry", str(area), 1, letter)
    for mark, row in (("pdm-active", p.pdm_active), ("pdm-inactive", p.pdm_inactive), ("supply", supply_on_table(p))):
        for space, count in enumerate(row):
            if count:
                yield MarkAt(mark, table.space_id(space), count)
    for mark, mask in (("hit", p.hits), ("breakthrough", p.breakthrough)):
        for area in bits(mask):
            yield MarkAt(mark, str(area))
    broken_out = {(space, p.letter[unit]) for unit, space in enumerate(bytes(p.at)) if space > BOX_0 and p.letter[unit]}
    for space, number in sorted(broken_out):
        yield MarkAt("letter", table.space_id(space), 1, LETTERS[number - 1])
    for area in bits(p.frame("set-up")[Plan.german]) if control.in_set_up(p) else ():
        if not p.count[area]:
            yield MarkAt("drawn", str(area), 1, "!")
    for area in bits(control.keys(p) & ~table.board.key):
        yield MarkAt("key-area", str(area), 1, "K")


def values(p: Pocket) -> dict[str, int | str | None]:
    """Return the value of every track, which is None before the track's first roll."""
    return {
        "turn": p.turn,
        "offensive": p.offensive,
        "morale": control.morale(p),
        "supply": p.supply,
        "ip": p.ip,
        "wounded": p.wounded,
        "tally": p.tally,
        "ssi": p.ssi,
        "relief-force": p.relief_box or None,
        "weather": WEATHER[p.weather],
        "luftwaffe": LEVELS[p.luftwaffe] or None,
        "relief": LEVELS[p.relief] or None,
    }


def notes(p: Pocket) -> dict[str, str]:
    """Return short notes that explain the values on the tracks."""
    board = p.table.board
    letter = LETTERS[p.relief_letter]
    where = f"in {board.names[p.relief_area]}" if p.relief_area else f"toward entry {letter}"
    found = {
        "morale": "none after the surrender" if p.surrendered else morale_note(p),
        "supply": f"full upkeep costs {full_upkeep(p)}",
        "ip": f"{control.morale(p)} morale / 5, less {p.wounded} Wounded / 5",
        "ssi": f"Table A: {ssi_modifier(p):+d}" if ssi_modifier(p) else "Table A: 0",
        "offensive": f"Final Offensive since turn {p.launched}" if p.launched else offensive_number(p),
        "relief-force": f"{control.relief_name(p)}, {where} ({board.names[board.entries[p.relief_letter]]})",
        "weather": f"Table B: {WEATHER[p.weather]} row",
    }
    if p.evacuated:
        found["wounded"] = f"{p.evacuated} evacuated so far: {MEN * p.evacuated:,} men"
    if p.tally:
        found["tally"] = "1 IP and 1 supply due"
    return found


def morale_note(p: Pocket) -> str:
    """Return the note that lists what adds up to the morale."""
    if control.morale(p) != control.count_morale(p):
        return f"as of step 5; a count now gives {control.count_morale(p)}"
    held, relief = control.morale_parts(p)
    key_areas = (held & control.keys(p)).bit_count()
    force = "not counted yet" if control.before_first_count(p) else relief
    return f"{held.bit_count() - key_areas} areas, {key_areas} Key Areas x 3, relief force {force}"


def offensive_number(p: Pocket) -> str:
    """Return which number counts on a card with two Offensive numbers (CAU-FO-02, CAU-FO-03)."""
    number, _ = two_numbers(p)
    if number is None:
        return f"Final Offensive: two-number {p.table.book.several} don't count"
    return f"Final Offensive: {('left', 'right')[number]}-hand number counts"


ANY = 0
HELD: tuple[tuple[str, int, str, str, str, tuple[str, ...]], ...] = (
    ("foa", ANY, "foa", "FoA Received", "Regular Attacks have no penalty.", ("CAU-APPEAL-14", "CAU-FOA-05")),
    ("foa_bonus", 1, "foa-bonus", "FoA +1", "Adds 1 to every Freedom of Action Appeal.", ("CAU-APPEAL-07",)),
    ("foa_bonus", 2, "foa-bonus", "FoA/Airlift +1", "Adds 1 to Appeals for Freedom of Action and for an airlift.",
     ("CAU-APPEAL-08", "CAU-APPEAL-09", "CAU-APPEAL-10")),
    ("politics", 1, "politics", "HQ Politics", "Another # ends all Freedom of Action Appeals.", ("CAU-APPEAL-11",)),
    ("politics", 2, "politics", "No FoA Appeal", "You can no longer appeal for Freedom of Action.", ("CAU-APPEAL-12",)),
    ("commitment", ANY, "commitment", "Commitment +{n}",
     "Adds {n} to both commitment rolls of the next Strategic Phase. Used once.",
     ("CAU-APPEAL-16", "CAU-COMMIT-05")),
    ("luftwaffe_marker", ANY, "luftwaffe-marker", "Luftwaffe +1", "Adds 1 to every Luftwaffe commitment roll.",
     ("CAU-COMMIT-03",)),
    ("hoth_marker", ANY, "hoth-marker", "Hoth +1", "Adds 1 to every relief commitment roll.", ("CAU-COMMIT-04",)),
    ("manstein", ANY, "manstein", "Manstein", "Worth a victory point at the end.", ("CAU-VP-06",)),
    ("attacks_without_foa", ANY, "attacks-without-foa", "Attack w/o FoA {n}", "Subtracts {n} from the Table H roll.",
     ("CAU-FOA-01", "CAU-FOA-02", "CAU-FOA-03")),
    ("appeal_penalty", ANY, "appeal-penalty", "Appeal penalty", "Subtracts 1 from the next Appeal.",
     ("CAU-FOA-04", "CAU-APPEAL-15", "CAU-FLOW-18")),
    ("surrendered", 1, "surrender", "No FoA Surrender", "Subtracts 2 from every Table H roll.", ("CAU-SURR-03",)),
    ("surrendered", 2, "surrender", "FoA Surrender", "Subtracts 1 from every Table H roll.", ("CAU-SURR-04",)),
    ("surrendered", 3, "surrender", "No FoA Surrender", "Subtracts 1 from every Table H roll, by the council's terms.",
     ("CAU-COUNCIL-09",)),
    ("surrendered", 4, "surrender", "FoA Surrender", "Doesn't change Table H rolls, by the council's terms.",
     ("CAU-COUNCIL-09",)),
    ("collapsed", ANY, "collapse", "Collapse", "Each unit rolls in the Soviet Phase.",
     ("CAU-COL-07", "CAU-COL-09")),
)  # fmt: skip
"""The markers, by position field and value: id, title, effect ("{n}" is the value), and clauses."""


def held_markers(p: Pocket) -> Iterator[HeldMarker]:
    """Yield the markers that the player holds, and the lasting events."""
    for field, wanted, name, title, text, clauses in HELD:
        n = getattr(p, field)
        if n and wanted in (ANY, n):
            yield HeldMarker(name, title.format(n=n), text.format(n=n), clauses)
    if control.hq_lost(p) and not control.in_set_up(p):
        yield HeldMarker("hq-lost", "HQ lost", "Every Action costs double.", ("CAU-HQ-01", "CAU-HQ-03"))
    if p.what_if > NO_EFFECT:
        said = what_if_in_words(p)
        yield HeldMarker("what-if", "What if", f"{said[:1].upper()}{said[1:]}.", ("CAU-WHATIF-01",))
    yield from of_optional_rules(p)
    yield from lasting_events(p)


def of_optional_rules(p: Pocket) -> Iterator[HeldMarker]:
    """Yield the counters for the Council of War and for rumors."""
    if p.council & 1:
        yield HeldMarker(
            "council",
            "Council of War",
            "While you hold it, you can't make an Appeal. Return it in a German Phase to call the council.",
            ("CAU-COUNCIL-02", "CAU-COUNCIL-03"),
        )
    if p.council > 1:
        bonus = control.council_bonus(p)
        text = f"Adds {bonus} to Appeals and Regular Attacks."
        yield HeldMarker("council-bonus", f"Resolve +{bonus}", text, ("CAU-COUNCIL-11",))
    if p.rumor:
        clauses = ("CAU-RUMOR-04", rumors.DRAWS[p.rumor - 1])
        yield HeldMarker("rumor", f"Rumor: {rumors.name(p, p.rumor)}", rumors.standing(p), clauses)
    for rumor in rumors.obtained_rumors(p):
        line = p.table.charts.rumors[rumor - 1]
        text = f"It is true: {line.effect}."
        yield HeldMarker(f"rumor-{rumors.IDS[rumor - 1]}", line.name, text, (rumors.EFFECTS[rumor - 1],))


def lasting_events(p: Pocket) -> Iterator[HeldMarker]:
    """Yield the lasting effects of random events."""
    clauses = ("CAU-EVENT-01",)
    if p.appeal_barred:
        yield HeldMarker("event-appeal", "No Appeal", "You can't make an Appeal this turn.", clauses)
    for name, title, change, what in (
        ("event-airlift-each-turn", "Airlift, lasting", p.airlift_each_turn, "supply after every airlift"),
        ("event-airlift", "Airlift", p.event_airlift, "this turn's airlift roll"),
        ("event-upkeep", "Upkeep", p.event_upkeep, "the supply for this turn's full upkeep"),
        ("event-movement", "Movement", p.event_movement, "the supply for each movement payment this turn"),
        ("event-ip", "Initiative", p.event_ip, "this turn's Initiative Points"),
    ):
        if change:
            yield HeldMarker(name, f"{title} {change:+d}", f"Changes {what} by {change:+d}.", clauses)


def purse(p: Pocket) -> list[PurseLine]:
    """Return the points that the player can spend, and the move tally."""
    return [
        {"track": "ip", "title": "Initiative", "value": p.ip},
        {"track": "supply", "title": "Supply", "value": p.supply},
        {"track": "tally", "title": "Move tally", "value": p.tally},
    ]
