"""The actions of players, and the numbered steps of the sequence of play."""

from mamayev.engine.notation import Verb, codes
from mamayev.engine.steps import StepName

VERBS = (
    Verb("attach", ("piece", "formation"), "Attach", "Attach {0} to {1}", ("DON-SETUP-02",), told="{0} is attached to {1}"),
    Verb("claim", (), "Ask", "Ask for a High Command card, with one combat card fewer", ("DON-HICOM-02",), told="A High Command card is asked for, one combat card fewer is dealt", heading="Ask for it"),
    Verb("pick", ("card",), "Choose", "Take {0} from High Command", ("DON-HICOM-01",), told="{0} is taken from High Command"),
    Verb("swap", ("card",), "Exchange", "Exchange {0} (Schlachtenglück)", ("DON-SCHLACHT-03",), told="{0} is exchanged, Schlachtenglück"),
    Verb("decline", (), "Decline", "Leave it as it is", ("DON-HICOM-01",), weight="main", told="It is left as it is"),
    Verb("mark", ("piece",), "Schwerpunkt", "Give the Schwerpunkt marker to {0}", ("DON-SCHWER-01", "DON-SCHWER-04"), told="The Schwerpunkt marker goes to {0}"),
    Verb("arrive", ("piece", "space"), "Bring in", "Bring in {0} at {1}", ("DON-REINF-01", "DON-REINF-04"), told="{0} arrives in {1}"),
    Verb("arrive-all", (), "Bring in all", "Bring in all units, near their entries", ("DON-REINF-01",), told="All possible units arrive, near their entries"),
    Verb("stow", ("card",), "Put into the box", "Put {0} into the box", ("DON-BOX-02",), told="{0} is put into the box"),
    Verb("stow-both", ("card",), "Put the pair in", "Put {0} and its partner into the box", ("DON-BOX-08",), told="{0} and its partner are put into the box"),
    Verb("call", ("zone",), "Donnerschlag!", "Call Donnerschlag, meeting zone {0}", ("DON-CALL-01",), weight="grave", told="Donnerschlag is called, meeting zone {0}"),
    Verb("activate", ("card",), "Activate", "Play the activation card {0}", ("DON-CMD-02", "DON-ACARD-04"), told="The activation card {0} is played"),
    Verb("formation", ("formation",), "Formation", "Activate the {0}", ("DON-AXACT-01", "DON-SOVACT-02"), told="The {0} is activated"),
    Verb("colour", ("group",), "Color", "Activate all units of {0}", ("DON-SOVACT-01",), told="All units of {0} are activated", heading="Colour"),
    Verb("headquarters", ("piece",), "HQ", "Activate the units in range of {0}", ("DON-SOVACT-03",), told="The units in range of {0} are activated"),
    Verb("main-effort", (), "Schwerpunkt", "Activate with the Schwerpunkt marker", ("DON-AXACT-05",), told="The Schwerpunkt marker activates its units"),
    Verb("leave", ("piece",), "Leave out", "Leave out {0}", ("DON-CMD-02",), told="{0} is not activated"),
    Verb("begin", (), "Begin", "Activate these units", ("DON-ACTION-03",), weight="main", told="These units are activated"),
    Verb("move", ("piece", "space"), "Move", "Move {0} to {1}", ("DON-MOVE-01",), told="{0} moves to {1}"),
    Verb("stop", (), "Stop here", "Stop here", ("DON-MOVE-02",), weight="main", told="The unit stays there", heading="Stop"),
    Verb("done", (), "End movement", "End your movement", ("DON-ACTION-03",), weight="main", told="All movement is finished"),
    Verb("attack", ("piece", "space"), "Attack", "Attack {1} with {0}", ("DON-COMBAT-01",), told="{0} attacks {1}"),
    Verb("fight", (), "Fight", "Fight this combat", ("DON-PROC-02",), weight="main", told="The attack is declared"),
    Verb("cease", (), "End combat", "End your attacks", ("DON-COMBAT-06",), weight="main", told="No further attack"),
    Verb("play", ("card", "event"), "Play a card", "Play {0}, {1} event", ("DON-CCARD-07", "DON-CARDWIN-01"), told="{0} is played, {1} event"),
    Verb("pass", (), "Pass", "Play no card", ("DON-CARDWIN-03",), weight="main", told="No card is played"),
    Verb("wait", (), "Wait", "Play no card outside combats until your next activation", ("DON-CARDWIN-06",), told="No card is played outside combats until the next activation"),
    Verb("keep", (), "Keep", "Keep the die", ("DON-SCHLACHT-02",), weight="main", told="The die stands"),
    Verb("reroll", (), "Roll again", "Roll again, Schlachtenglück", ("DON-SCHLACHT-02", "DON-SCHLACHT-04"), told="The die is rolled again, Schlachtenglück"),
    Verb("lose", ("piece",), "Lose a step", "Take a step from {0}", ("DON-LOSS-02",), told="{0} loses a step"),
    Verb("retreat", ("piece", "space"), "Retreat", "Retreat {0} to {1}", ("DON-RETREAT-01",), told="{0} retreats to {1}"),
    Verb("follow", ("piece", "space"), "Follow", "Take {0} along to {1}", ("DON-RETREAT-06",), told="{0} goes along to {1}", heading="Go along"),
    Verb("advance", ("piece", "space"), "Advance", "Advance {0} to {1}", ("DON-ADV-02",), told="{0} advances to {1}"),
    Verb("halt", (), "End advance", "End the advance", ("DON-ADV-02",), weight="main", told="Nobody advances", heading="Halt"),
    Verb("redeploy", ("piece", "space"), "Redeploy", "Redeploy {0} to {1}", ("DON-OVERRUN-02",), told="{0} is redeployed to {1}"),
    Verb("place", ("piece", "space"), "Place", "Place {0} in {1}", ("DON-DRAW-03", "DON-REPL-02"), told="{0} is placed in {1}"),
    Verb("restore", ("piece",), "Restore", "Restore {0} to full strength", ("DON-REPL-03",), told="{0} is at full strength again"),
    Verb("paint", ("group",), "Color", "Assign the brigade to {0}", ("DON-CCARD-11",), told="It belongs to {0}", heading="Colour"),
    Verb("bridge", ("space", "space"), "Bridge", "Build a bridge between {0} and {1}", ("DON-RIVER-04",), told="A bridge is built between {0} and {1}"),
    Verb("feed", ("formation",), "Supply", "Supply the {0} until the end of the turn", ("DON-OOS-03",), told="The {0} counts as in supply"),
    Verb("relieve", ("piece",), "Relieve", "Remove the Out of Supply marker from {0}", ("DON-SUP-08",), told="{0} loses its Out of Supply marker"),
    Verb("trade", ("card", "card"), "Exchange", "Exchange {0} for {1} from the discard pile", ("DON-CCARD-09",), told="{0} is exchanged for {1} from the discard pile"),
    Verb("discard", ("card",), "Discard", "Discard {0}", ("DON-CCARD-17",), told="{0} is discarded"),
    Verb("assault", ("space",), "Attack with all", "Attack {0} with all possible units", ("DON-COMBAT-09",), told="All possible units attack {0}"),
    Verb("take-out", ("piece",), "Remove", "Remove {0} from this attack", ("DON-COMBAT-09",), told="{0} does not attack after all", heading="Take out"),
    Verb("keep-card", ("card",), "Keep one", "Keep {0}, give up the others", ("DON-CCARD-03",), told="All other cards are given up", whole=True),
)  # fmt: skip
(ATTACH, CLAIM, PICK, SWAP, DECLINE, MARK, ARRIVE, ARRIVE_ALL, STOW, STOW_BOTH, CALL, ACTIVATE, FORMATION, COLOUR, HEADQUARTERS,
 MAIN_EFFORT, LEAVE, BEGIN, MOVE, STOP, DONE, ATTACK, FIGHT, CEASE, PLAY, PASS, WAIT, KEEP, REROLL, LOSE, RETREAT, FOLLOW,
 ADVANCE, HALT, REDEPLOY, PLACE, RESTORE, PAINT, BRIDGE, FEED, RELIEVE, TRADE, DISCARD, ASSAULT, TAKE_OUT, KEEP_CARD) = codes(VERBS)  # fmt: skip

DECLINED = {
    "claim": ("Ask for no High Command card", "No High Command card is asked for"),
    "high-command": ("Take no card from High Command", "No card is taken from High Command"),
    "exchange": ("Exchange no card (Schlachtenglück)", "No card is exchanged, Schlachtenglück"),
    "stow": ("Put no card into the box", "No card is put into the box"),
    "calling": ("Do not call Donnerschlag", "Donnerschlag is not called"),
    "marking": ("Leave the Schwerpunkt marker where it is", "The Schwerpunkt marker stays where it is"),
    "replacing": ("Restore no further step", "No further step is taken back"),
    "follow": ("Leave the HQ where it is", "The HQ stays where it is"),
}
"""The meaning of “decline” in each box: on its button, and in the log."""

KEPT = {"give-up": ("Keep the last card", "The last card is kept")}
"""The meaning of “keep”, except after a die roll."""

STEPS = (
    StepName("preparation", "Preparation for play", "preparation", ("DON-SETUP-01", "DON-SETUP-02")),
    StepName("schwerpunkt", "Schwerpunkt marker", "admin", ("DON-SCHWER-04",)),
    StepName("reinforcements", "Reinforcements", "admin", ("DON-REINF-01",)),
    StepName("cards", "Cards", "admin", ("DON-ADMIN-01", "DON-ADMIN-02", "DON-HICOM-01", "DON-RESHUF-01")),
    StepName("call", "Calling Donnerschlag", "admin", ("DON-CALL-01",)),
    StepName("marker", "Schlachtenglück marker", "admin", ("DON-ADMIN-04",)),
    StepName("activation", "Activation", "action", ("DON-ACTION-02", "DON-CMD-02")),
    StepName("movement", "Movement", "action", ("DON-ACTION-03", "DON-MOVE-01")),
    StepName("combat-segment", "Combat", "action", ("DON-ACTION-03", "DON-COMBAT-01")),
    StepName("cutting", "Combat cards are given up", "action", ("DON-CCARD-03",)),
)
"""DON-T-SEQ. The supply check between activation and movement needs no decision. Neither do steps 3 and 4."""
