"""What players can do, and the numbered steps of the sequence of play."""

from mamayev.engine.notation import Verb, codes
from mamayev.engine.steps import StepName

VERBS = (
    Verb("deploy", ("piece", "space"), "Set up", "Set up {0} in {1}", ("BAR-SETUP-02", "BAR-SETUP-03"), told="{0} is set up in {1}"),
    Verb("historical", (), "Historical set-up", "Take the suggested set-up for all units", ("BAR-SETUP-08",), told="The suggested set-up is taken for all units"),
    Verb("confirm", (), "Confirm", "The set-up is final", ("BAR-SETUP-08",), weight="main"),
    Verb("buy", ("piece", "space"), "Replace", "Bring {0} back in {1}", ("BAR-REPL-01", "BAR-REPL-05"), told="{0} is brought back in {1}"),
    Verb("bring", ("piece", "space"), "Reinforce", "Bring {0} in {1}", ("BAR-REINF-02", "BAR-REINF-03"), told="{0} arrives in {1}"),
    Verb("arrived", (), "Go on", "No further arrivals", ("BAR-SEQ-02",), weight="main"),
    Verb("move", ("piece", "space"), "Move", "Move {0} to {1}", ("BAR-MOVE-01",), told="{0} moves to {1}"),
    Verb("through", ("piece", "space"), "Go through", "{0} goes through {1} and on", ("BAR-WIN-06",), weight="optional"),
    Verb("done", (), "End movement", "All movement is finished", ("BAR-SEQ-05",), weight="main"),
    Verb("target", ("piece",), "Attack", "{0} is attacked", ("BAR-COMBAT-02",)),
    Verb("attack", ("piece",), "Join in", "{0} attacks", ("BAR-COMBAT-03",)),
    Verb("join-all", (), "All who may", "All who may strike join in", ("BAR-COMBAT-05",), weight="optional", told="All who may strike join in", key="a"),
    Verb("declared", (), "Declared", "The battle is declared", ("BAR-COMBAT-09",), weight="main"),
    Verb("propose", (), "Propose the rest", "All further battles as proposed", ("BAR-FLOW-05",), weight="optional", told="All further battles are declared as proposed", key="p"),
    Verb("fight", ("piece",), "Fight", "Fight the battle against {0}", ("BAR-COMBAT-09",), told="The battle against {0} is fought"),
    Verb("lose", ("piece",), "Give up", "{0} is lost in the exchange", ("BAR-RESULT-08",)),
    Verb("retreat", ("piece", "space"), "Retreat", "{0} retreats to {1}", ("BAR-RETREAT-01",)),
    Verb("by", ("space",), "By way of", "By way of {0}", ("BAR-RETREAT-02", "BAR-WIN-06"), told="The way leads through {0}"),
    Verb("advance", ("piece", "space"), "Advance", "{0} advances to {1}", ("BAR-ADVANCE-01",)),
    Verb("halt", (), "Halt", "No further advance", ("BAR-ADVANCE-04",), weight="main"),
    Verb("airlift", ("space",), "Air supply", "Air supply for {0}", ("BAR-V-AIRSUP-01", "BAR-V-AIRSUP-05"), told="{0} is supplied from the air"),
    Verb("supply", ("piece",), "Supply", "{0} is supplied from the air", ("BAR-V-AIRSUP-03",)),
    Verb("bomb", ("space",), "Strategic attack", "Strategic air attack on {0}", ("BAR-V-STRAT-02", "BAR-V-STRAT-03"), told="A strategic air attack is flown on {0}"),
    Verb("hit", ("piece",), "Eliminate", "{0} is eliminated from the air", ("BAR-V-STRAT-09",)),
    Verb("stand-down", (), "Go on", "No further air missions now", ("BAR-V-AIR-04",), weight="main"),
    Verb("fly", ("number",), "Air factors", "Air factors committed: {0}", ("BAR-V-AIR-03", "BAR-V-INTER-03")),
    Verb("intercept", ("number",), "Intercept", "Intercepting air factors: {0}", ("BAR-V-INTER-01", "BAR-V-INTER-02")),
    Verb("resign", (), "Resign", "Resign: the game is lost", ("BAR-WIN-09",), weight="grave", told="The game is given up"),
    Verb("take-out", ("piece",), "Take out", "{0} is taken out of the battle again", ("BAR-COMBAT-09",)),
    Verb("strike", ("space",), "Strike", "All who may strike {0}", ("BAR-COMBAT-05", "BAR-COMBAT-09"), whole=True),
    Verb("reopen", ("space",), "Declare anew", "The battle against {0} is declared anew", ("BAR-COMBAT-09",), weight="optional"),
)  # fmt: skip
(DEPLOY, HISTORICAL, CONFIRM, BUY, BRING, ARRIVED, MOVE, THROUGH, DONE, TARGET, ATTACK, JOIN_ALL, DECLARED, PROPOSE, FIGHT, LOSE,
 RETREAT, BY, ADVANCE, HALT, AIRLIFT, SUPPLY, BOMB, HIT, STAND_DOWN, FLY, INTERCEPT, RESIGN, TAKE_OUT, STRIKE, REOPEN) = codes(VERBS)  # fmt: skip

STEPS = (
    StepName("set-up", "Set-up", "set-up", ("BAR-SETUP-01",)),
    StepName("weather", "Weather", "turn", ("BAR-SEQ-01", "BAR-WEATHER-02")),
    StepName("air-supply", "Air supply", "turn", ("BAR-V-AIRSUP-02", "BAR-V-FLOW-01")),
    StepName("arrivals", "Arrivals", "turn", ("BAR-SEQ-02", "BAR-SEQ-03")),
    StepName("move", "Movement", "turn", ("BAR-SEQ-02", "BAR-MOVE-01")),
    StepName("declare", "Declaration of battles", "turn", ("BAR-COMBAT-09",)),
    StepName("fight", "Battles", "turn", ("BAR-SEQ-02", "BAR-COMBAT-09")),
)
"""BAR-SEQ-01 to BAR-SEQ-03. The closing step asks nobody and is told in the record of play."""
