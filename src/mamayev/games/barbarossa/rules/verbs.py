"""The actions of players, and the numbered steps of the sequence of play."""

from mamayev.engine.notation import Verb, codes
from mamayev.engine.steps import StepName

VERBS = (
    Verb("deploy", ("piece", "space"), "Set up", "Set up {0} in {1}", ("BAR-SETUP-02", "BAR-SETUP-03"), told="{0} is set up in {1}"),
    Verb("historical", (), "Historical set-up", "Use the suggested setup", ("BAR-SETUP-08",), told="The suggested set-up is taken for all units"),
    Verb("confirm", (), "Confirm", "Confirm the setup", ("BAR-SETUP-08",), weight="main", told="The set-up is final"),
    Verb("buy", ("piece", "space"), "Rebuild", "Rebuild {0} in {1}", ("BAR-REPL-01", "BAR-REPL-05"), told="{0} is brought back in {1}", heading="Replace"),
    Verb("bring", ("piece", "space"), "Bring in", "Bring in {0} at {1}", ("BAR-REINF-02", "BAR-REINF-03"), told="{0} arrives in {1}", heading="Reinforce"),
    Verb("arrived", (), "Done", "End arrivals", ("BAR-SEQ-02",), weight="main", told="No further arrivals", heading="Go on"),
    Verb("move", ("piece", "space"), "Move", "Move {0} to {1}", ("BAR-MOVE-01",), told="{0} moves to {1}"),
    Verb("through", ("piece", "space"), "Take a city on the way", "Take {1} with {0} and move on", ("BAR-WIN-06",), weight="optional", told="{0} goes through {1} and on", heading="Go through"),
    Verb("done", (), "End movement", "End your movement", ("BAR-SEQ-05",), weight="main", told="All movement is finished"),
    Verb("target", ("piece",), "Choose target", "Attack {0}", ("BAR-COMBAT-02",), told="{0} is attacked", heading="Attack"),
    Verb("attack", ("piece",), "Add", "Add {0} to the attack", ("BAR-COMBAT-03",), told="{0} attacks", heading="Join in"),
    Verb("join-all", (), "Add all", "Add all possible attackers", ("BAR-COMBAT-05",), weight="optional", told="All possible attackers join in", key="a"),
    Verb("declared", (), "Declare battle", "Declare this battle", ("BAR-COMBAT-09",), weight="main", told="The battle is declared", heading="Declared"),
    Verb("propose", (), "Fill in the rest", "Declare the remaining battles as proposed", ("BAR-FLOW-05",), weight="optional", told="All further battles are declared as proposed", key="p", heading="Propose the rest"),
    Verb("fight", ("piece",), "Fight", "Fight the battle against {0}", ("BAR-COMBAT-09",), told="The battle against {0} is fought"),
    Verb("lose", ("piece",), "Give up", "Give up {0} in the exchange", ("BAR-RESULT-08",), told="{0} is lost in the exchange"),
    Verb("retreat", ("piece", "space"), "Retreat", "Retreat {0} to {1}", ("BAR-RETREAT-01",), told="{0} retreats to {1}"),
    Verb("by", ("space",), "Choose path", "Retreat by way of {0}", ("BAR-RETREAT-02", "BAR-WIN-06"), told="The retreat goes by way of {0}"),
    Verb("advance", ("piece", "space"), "Advance", "Advance {0} to {1}", ("BAR-ADVANCE-01",), told="{0} advances to {1}"),
    Verb("halt", (), "End advance", "End the advance", ("BAR-ADVANCE-04",), weight="main", told="No further advance", heading="Halt"),
    Verb("airlift", ("space",), "Air supply", "Supply {0} from the air", ("BAR-V-AIRSUP-01", "BAR-V-AIRSUP-05"), told="{0} is supplied from the air"),
    Verb("supply", ("piece",), "Supply", "Supply {0} from the air", ("BAR-V-AIRSUP-03",), told="{0} is supplied from the air"),
    Verb("bomb", ("space",), "Strategic attack", "Make a strategic air attack on {0}", ("BAR-V-STRAT-02", "BAR-V-STRAT-03"), told="A strategic air attack is flown on {0}"),
    Verb("hit", ("piece",), "Eliminate", "Eliminate {0} from the air", ("BAR-V-STRAT-09",), told="{0} is eliminated from the air"),
    Verb("stand-down", (), "Done", "End the air missions", ("BAR-V-AIR-04",), weight="main", told="No further air missions now", heading="Go on"),
    Verb("fly", ("number",), "Air factors", "Commit air factors: {0}", ("BAR-V-AIR-03", "BAR-V-INTER-03"), told="Air factors committed: {0}"),
    Verb("intercept", ("number",), "Intercept", "Intercept with air factors: {0}", ("BAR-V-INTER-01", "BAR-V-INTER-02"), told="Intercepting air factors: {0}"),
    Verb("resign", (), "Resign", "Resign this game", ("BAR-WIN-09",), weight="grave", told="The player resigns"),
    Verb("take-out", ("piece",), "Remove", "Remove {0} from this battle", ("BAR-COMBAT-09",), told="{0} is taken out of the battle again", heading="Take out"),
    Verb("strike", ("space",), "Attack with all", "Attack {0} with all possible units", ("BAR-COMBAT-05", "BAR-COMBAT-09"), told="All possible units attack {0}", whole=True),
    Verb("reopen", ("space",), "Start over", "Declare the battle against {0} again", ("BAR-COMBAT-09",), weight="optional", told="The battle against {0} is open again"),
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
"""BAR-SEQ-01 to BAR-SEQ-03. The closing step has no decision, so it appears only in the log."""
