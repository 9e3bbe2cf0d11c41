"""The verbs of The Cauldron in the rulebook's order, and their nouns."""

from __future__ import annotations

from mamayev.engine.notation import Noun, Verb, codes

from ..printed.components import Components
from ..printed.map import BOX_0

VERBS = (
    Verb("pay", ("number",), "Upkeep", "Pay {0} supply for upkeep", ("CAU-UPK-01",), told="{0} supply is spent on upkeep"),
    Verb("starve", ("piece",), "Unsupplied", "Leave {0} unsupplied", ("CAU-UPK-05",), told="{0} goes without supply"),
    Verb("lose", ("piece",), "Loss", "{0} takes the loss", ("CAU-SOVATK-05", "CAU-UPK-09"), says=("flip", "loss")),
    Verb("disarm", ("space",), "Barrage", "Turn over the PDM in {0}", ("CAU-EVENT-01",), told="A Prepared Defense in {0} turns to its inactive side", says=("mark",)),
    Verb("appeal", ("appeal",), "Appeal", "Appeal: {0}", ("CAU-APPEAL-01", "CAU-APPEAL-03"), told="The {0} Appeal is made"),
    Verb("build", ("space", "payment"), "Build", "Build a PDM in {0} for {1}", ("CAU-PDM-01",), "optional", told="A Prepared Defense is built in {0} for {1}", says=("mark",)),
    Verb("activate", ("space", "payment"), "Activate", "Activate the PDM in {0} for {1}", ("CAU-PDM-01",), "optional", told="The Prepared Defense in {0} is activated for {1}", says=("mark",)),
    Verb("move", ("piece", "space"), "Move", "Move {0} to {1}", ("CAU-MOVE-01",), told="{0} moves to {1}"),
    Verb("tactical", (), "Tactical", "Make a Tactical Attack", ("CAU-TAC-01",), told="A Tactical Attack is made"),
    Verb("battlegroup", ("space",), "Battlegroup", "Create a battlegroup in {0}", ("CAU-BG-01", "CAU-BG-02"), "optional", told="A battlegroup is created in {0}"),
    Verb("evacuate", (), "Evacuate", "Evacuate up to three Wounded", ("CAU-EVAC-01",), told="Up to three Wounded are evacuated"),
    Verb("attack", ("piece", "space"), "Attack", "{0} attacks {1}", ("CAU-ATK-01",)),
    Verb("support", ("space",), "Support", "Commit one supply point to the attack on {0}", ("CAU-ATK-06",), "optional", told="One supply point is committed to the attack on {0}", says=("mark",)),
    Verb("support-breakout", ("space", "entry"), "Support", "Commit one supply point to the attack toward {0} through entry {1}", ("CAU-ATK-06", "CAU-BREAK-03"), "optional", told="One supply point is committed to the attack toward {0} through entry {1}", says=("mark",)),
    Verb("end-actions", (), "End Actions", "End Actions", ("CAU-ATK-02",), "main", told="The Actions are over"),
    Verb("roll", ("piece",), "Roll", "Roll for {0}", ("CAU-ATK-11",), told="{0} is rolled for"),
    Verb("drive", ("space",), "Drive out", "The Soviet unit retreats to {0}", ("CAU-ATK-16",)),
    Verb("advance", ("piece",), "Advance", "{0} advances after combat", ("CAU-ADV-01",)),
    Verb("halt", (), "Halt", "No further advance", ("CAU-ADV-03",), "main"),
    Verb("relieve", (), "Relief", "The relief force attacks", ("CAU-RELIEF-04",), "main"),
    Verb("redirect", ("entry",), "Redirect", "The relief force goes back one box and turns to entry {0}", ("CAU-RELIEF-16",)),
    Verb("aim", ("space",), "Aim", "The relief force attacks toward {0}", ("CAU-RELIEF-13",)),
    Verb("fall-back", ("space",), "Fall back", "The relief force falls back to {0}", ("CAU-RELIEF-18",)),
    Verb("expose", ("space",), "Target", "Area {0} is attacked", ("CAU-TARGET-05",)),
    Verb("resolve", ("space", "space"), "Resolve", "Resolve the attack on {0} from {1}", ("CAU-SOVATK-01", "CAU-FLOW-08"), told="The attack on {0} from {1} is resolved"),
    Verb("end-phase", (), "End phase", "End the Soviet Phase", ("CAU-BG-02",), "main", told="The Soviet Phase is over"),
    Verb("let-roll", (), "Roll", "Roll the follow-up", ("CAU-FLOW-11",), "main", told="The follow-up is rolled"),
    Verb("follow", ("space",), "Follow-up", "Make the follow-up attack on {0}", ("CAU-FOLLOW-05",), told="The follow-up attack goes against {0}"),
    Verb("absorb", (), "Absorb", "An activated PDM absorbs the loss", ("CAU-PDM-08",), says=("mark",)),
    Verb("retreat", ("space",), "Retreat", "Retreat to {0}", ("CAU-RETREAT-01",), told="The defenders retreat to {0}"),
    Verb("face", ("piece",), "Roll", "Roll for {0}", ("CAU-COL-07", "CAU-FLOW-43"), told="{0} is rolled for"),
    Verb("enter-from", ("space",), "Enters", "The Soviet unit from {0} enters", ("CAU-FLOW-21",)),
    Verb("rally", ("space",), "Rally", "The army falls back on {0}", ("CAU-COL-04",)),
    Verb("shelter", ("piece", "space"), "Shelter", "{0} goes to {1}", ("CAU-COL-04",), told="{0} reaches {1}"),
    Verb("entry", ("entry",), "Entry", "The relief force enters at {0}", ("CAU-HOTH-01",), told="The relief force comes by entry {0}"),
    Verb("raise", ("column",), "Raise", "Raise the roll for {0} by one", ("CAU-VARSET-02",), told="The roll for {0} is raised by one"),
    Verb("cast", (), "Roll the six dice", "Roll the six dice", ("CAU-VARSET-01", "CAU-VARSET-03"), "main", told="The six dice are rolled"),
    Verb("remove", ("piece",), "Remove", "{0} is lost before the game begins", ("CAU-VARSET-04",)),
    Verb("place", ("piece", "space"), "Place", "Place {0} in {1}", ("CAU-VARPL-04",), told="{0} is placed in {1}"),
    Verb("deplete", ("piece",), "Deplete", "{0} starts depleted", ("CAU-VARSET-11",), says=("flip",)),
    Verb("fortify", ("space",), "Activated PDM", "An activated Prepared Defense starts in {0}", ("CAU-VARSET-09",), says=("mark",)),
    Verb("prepare", ("space",), "Inactive PDM", "An inactive Prepared Defense starts in {0}", ("CAU-VARSET-09",), says=("mark",)),
    Verb("begin", (), "Begin", "Begin the first turn", ("CAU-FLOW-30",), "main", told="The first turn begins"),
    Verb("fly-out", (), "Fly out", "The high officers are flown out", ("CAU-WHATIF-05",)),
    Verb("decline", (), "Decline", "The high officers stay with the army", ("CAU-WHATIF-05",)),
    Verb("take-counter", (), "Take counter", "Take the Council of War counter", ("CAU-COUNCIL-01",), told="The Council of War counter is taken", says=("held",)),
    Verb("leave-counter", (), "Leave counter", "Leave the Council of War counter", ("CAU-COUNCIL-01",), "main", told="The Council of War counter is left"),
    Verb("council", (), "Council", "Call the Council of War", ("CAU-COUNCIL-03",), "grave", told="The Council of War is called", says=("held",)),
    Verb("listen", (), "Draw", "Draw for the rumor", ("CAU-RUMOR-04",), "main", told="A draw is made for the rumor"),
    Verb("dispel", (), "Dispel", "Dispel the rumor", ("CAU-RUMOR-08",), told="The rumor is dispelled", says=("held",)),
    Verb("rest", (), "The rest in order", "The rest in the order shown", ("CAU-FLOW-44",), "optional", told="The rest follow in the order shown"),
    Verb("stop", (), "Stop before rolls", "Stop before every roll and draw", ("CAU-SURR-01", "CAU-BG-02"), "optional", told="Play stops before every roll and draw"),
    Verb("go-on", (), "Continue", "Continue", ("CAU-SURR-01", "CAU-BG-02"), "main", told="Play continues"),
    Verb("run-on", (), "Continue without stops", "Continue without stops", ("CAU-SURR-01", "CAU-BG-02"), "optional", told="Play continues without stops"),
    Verb("surrender", (), "Surrender", "Surrender", ("CAU-SURR-01",), "grave", told="The army surrenders"),
    Verb("assault", ("space",), "All attack", "Attack {0} with all units", ("CAU-ATK-01", "CAU-ATK-05"), "optional", told="All available units attack {0}", whole=True),
)  # fmt: skip

(PAY, STARVE, LOSE, DISARM, APPEAL, BUILD, ACTIVATE, MOVE, TACTICAL, BATTLEGROUP, EVACUATE, ATTACK, SUPPORT,
 SUPPORT_BREAKOUT, END_ACTIONS, ROLL, DRIVE, ADVANCE, HALT, RELIEVE, REDIRECT, AIM, FALL_BACK, EXPOSE, RESOLVE,
 END_PHASE, LET_ROLL, FOLLOW, ABSORB, RETREAT, FACE, ENTER_FROM, RALLY, SHELTER, ENTRY, RAISE, CAST, REMOVE, PLACE,
 DEPLETE, FORTIFY, PREPARE, BEGIN, FLY_OUT, DECLINE, TAKE_COUNTER, LEAVE_COUNTER, COUNCIL, LISTEN, DISPEL, REST, STOP,
 GO_ON, RUN_ON, SURRENDER, ASSAULT) = codes(VERBS)  # fmt: skip

CONFERENCE, FREEDOM, AIRLIFT = range(3)
BY_IP, BY_SUPPLY = range(2)

APPEALS = (Noun("conference", "Conference"), Noun("foa", "Freedom of Action"), Noun("airlift", "Airlift"))
PAYMENTS = (Noun("ip", "IP"), Noun("supply", "supply"))
COLUMNS = (
    Noun("order-of-battle", "Order of Battle"),
    Noun("supplies", "Supplies"),
    Noun("ssi", "SSI"),
    Noun("defenses", "PDMs"),
    Noun("start", "Start"),
    Noun("depleted", "Depleted"),
)
ENTRIES = tuple(Noun(letter.lower(), letter) for letter in "ABCD")


def nouns(components: Components, relief_box: str) -> dict[str, list[Noun] | tuple[Noun, ...]]:
    """Return everything that an action can name, by kind."""
    spaces = [Noun("", "")]
    spaces += [Noun(str(a.number), f"{a.number} {a.name}") for a in components.areas if a is not None]
    spaces += [Noun(f"box-{box}", f"{relief_box} {box}") for box in range(1, 6)]
    assert len(spaces) == BOX_0 + 6
    areas: dict[str, str] = {a.entry: f"{a.number} {a.name}" for a in components.areas if a is not None}
    return {
        "piece": [Noun(unit.id, unit.name, "" if unit.type == "BG" else "the ") for unit in components.units],
        "space": spaces,
        "appeal": APPEALS,
        "payment": PAYMENTS,
        "entry": [Noun(entry.id, f"{entry.name} ({areas[entry.name]})") for entry in ENTRIES],
        "column": COLUMNS,
    }
