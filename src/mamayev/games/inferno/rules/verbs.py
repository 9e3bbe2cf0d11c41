"""The verbs, and the numbered steps of the sequence of play."""

from mamayev.engine.notation import Verb, codes
from mamayev.engine.steps import StepName

VERBS = (
    Verb("reinforce", (), "Call for Reinforcements", "Call for Reinforcements", ("INF-ACT-01", "INF-REINF-01"), told="Reinforcements are called for"),
    Verb("long", ("space", "space"), "Long Move", "Long Move of the stack in {0} to {1}", ("INF-LONG-01",), told="The stack in {0} makes a Long Move to {1}"),
    Verb("short", ("piece", "space"), "Short Move", "Short Move of {0} to {1}", ("INF-SHORT-01",), told="{0} makes a Short Move to {1}"),
    Verb("pass", (), "Pass", "Make no move", ("INF-ACT-04", "INF-SHORT-06"), told="No move is made"),
    Verb("hasty", ("piece", "space"), "Hasty Attack", "{0} moves to {1} for a Hasty Attack", ("INF-HASTY-01",)),
    Verb("strike", ("space",), "Strike", "Attack {0}", ("INF-HASTY-02",), told="{0} is struck"),
    Verb("attack", ("space",), "Deliberate Attack", "Deliberate Attack on {0}", ("INF-DELIB-02",), told="A Deliberate Attack is made on {0}"),
    Verb("join", ("space",), "Join in", "The stack in {0} attacks", ("INF-DELIB-02", "INF-DELIB-03"), whole=True),
    Verb("begin", (), "Begin the combat", "Begin the combat", ("INF-DELIB-03",), weight="main", told="The combat begins"),
    Verb("done", (), "Done", "No further Short Move", ("INF-SHORT-01",), weight="main"),
    Verb("deploy", ("piece", "space"), "Deploy", "Deploy {0} in {1}", ("INF-REINF-09",), told="{0} is deployed in {1}"),
    Verb("play", ("card",), "Play a card", "Play {0}", ("INF-COMBAT-03", "INF-GCARD-04"), told="{0} is played"),
    Verb("no-card", (), "No card", "Play no card", ("INF-COMBAT-03",), told="No card is played"),
    Verb("hit", ("piece",), "Take the hit", "{0} takes the hit", ("INF-CLOSE-04",)),
    Verb("first", (), "Roll first", "The Germans roll first", ("INF-CLOSE-07",)),
    Verb("together", (), "Roll together", "Both sides roll at the same time", ("INF-COMBAT-11",)),
    Verb("advance", ("piece",), "Advance", "{0} advances", ("INF-ADV-01", "INF-ADV-02")),
    Verb("halt", (), "No more", "End the advance", ("INF-ADV-02",), weight="main", told="Nobody else advances"),
    Verb("follow", ("piece",), "Soviet advance", "{0} advances", ("INF-ADV-03",)),
    Verb("blitz", ("piece", "space"), "Blitz", "{0} makes a Blitz to {1}", ("INF-COMBAT-13",)),
    Verb("stay", (), "No Blitz", "No Blitz", ("INF-COMBAT-13",), weight="main"),
    Verb("take-card", (), "Draw a card", "The Soviets only draw a card", ("INF-AI-02",)),
    Verb("spawn", (), "Spawn Action", "The Soviets take a Spawn Action", ("INF-AI-04",)),
    Verb("move-out", (), "Movement Action", "The Soviets take a Movement Action", ("INF-AI-05",)),
    Verb("lay", ("card",), "Play face down", "Play {0} face down", ("INF-HUMAN-06",), told="{0} is played face down"),
    Verb("use", ("space",), "Use the die", "The stack in {0} uses the die", ("INF-HUMAN-09",)),
    Verb("send", ("piece",), "Move a unit", "{0} moves", ("INF-HUMAN-11",)),
    Verb("hand-over", (), "Hand the round over", "Hand the round to the partner", ("INF-SHARE-03",), told="The round is handed to the partner"),
    Verb("agree", (), "Agree", "Agree", ("INF-SHARE-04", "INF-SHARE-05"), told="Agreed"),
    Verb("decline", (), "Decline", "Decline", ("INF-SHARE-04", "INF-SHARE-05"), told="Declined"),
    Verb("deploy-all", ("space",), "Deploy all", "Deploy all units that can come in at {0}", ("INF-REINF-09",)),
    Verb("assault", ("space",), "All attack", "Attack {0} with all adjacent stacks", ("INF-DELIB-02",), told="All adjacent stacks attack {0}", whole=True),
    Verb("join-all", (), "Add all", "Attack with all adjacent stacks", ("INF-DELIB-02",), weight="optional", told="All adjacent stacks attack", key="a"),
    Verb("stay-out", ("space",), "Remove", "Take the stack in {0} out of the attack", ("INF-DELIB-02",), told="The stack in {0} is taken out of the attack", whole=True),
)  # fmt: skip
(REINFORCE, LONG, SHORT, PASS, HASTY, STRIKE, ATTACK, JOIN, BEGIN, DONE, DEPLOY, PLAY, NO_CARD, HIT, FIRST, TOGETHER,
 ADVANCE, HALT, FOLLOW, BLITZ, STAY, TAKE_CARD, SPAWN, MOVE_OUT, LAY, USE, SEND, HAND_OVER,
 AGREE, DECLINE, DEPLOY_ALL, ASSAULT, JOIN_ALL, STAY_OUT) = codes(VERBS)  # fmt: skip

COMBAT_STEPS = tuple(
    StepName(f"combat-{n}", title, "combat", (f"INF-COMBAT-{n + 1:02}",))
    for n, title in enumerate(
        (
            "Soviet card", "German card", "Showdown", "Soviet strength", "Soviet card effect", "German card effect",
            "Discard", "Opportunity Fire", "Rubble roll", "Close Combat", "Advance", "Blitz", "Units concealed",
        ),
        1,
    )
)  # fmt: skip
"""The thirteen steps of a combat (INF-COMBAT-02 to INF-COMBAT-14)."""

STEPS = (
    StepName("set-up", "Set-up", "set-up", ("INF-SETUP-01", "INF-SETUP-07")),
    StepName("german-round", "German action", "german", ("INF-SEQ-04", "INF-ACT-01")),
    StepName("short-moves", "Short Moves", "german", ("INF-SHORT-01",)),
    StepName("hasty", "Hasty Attack", "german", ("INF-HASTY-01",)),
    StepName("attackers", "Deliberate Attack", "german", ("INF-DELIB-02",)),
    StepName("call", "Call for Reinforcements", "german", ("INF-FLOW-31",)),
    *COMBAT_STEPS,
    StepName("soviet-round", "Soviet action", "soviet", ("INF-SEQ-04", "INF-AI-01")),
    StepName("spawn-action", "Spawn Action", "soviet", ("INF-SPAWN-01",)),
    StepName("movement-action", "Movement Action", "soviet", ("INF-SMOVE-01",)),
)
