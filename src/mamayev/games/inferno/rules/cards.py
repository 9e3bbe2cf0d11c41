"""The effects of cards in a combat (INF-GCARD, INF-SCARD): steps 2, 5, 6 and 7."""

from __future__ import annotations

from msgspec.structs import replace

from mamayev.engine import event
from mamayev.engine.foretell import Forecast
from mamayev.engine.notation import ARG, MASK
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason

from ..printed.cards import CARD_HITS_ON
from ..printed.map import GERMAN, INFANTRY_POOL, SIDE_NAMES, SOVIET, TANK_POOL
from ..printed.units import INFANTRY, PANZER
from .arrivals import BY_INFILTRATION, BY_T34, adjust, arrive, reveal
from .boxes import GermanBox
from .decks import not_offered, one_of_each
from .fire import ATTACKER, BY_CARD, HITS_ON, Combat, close_odds, fire, place_rubble
from .odds import volley_odds
from .position import HAND, LAID, PLAY, SHOWN, USED, City
from .trade import of_attack
from .verbs import NO_CARD
from .verbs import PLAY as PLAY_VERB
from .victory import draw


class GermanCard(GermanBox):
    """Step 2: the choice of a card, or of none (INF-COMBAT-03)."""

    name = "german-card"
    title = "Which card supports the attack?"
    clauses = ("INF-COMBAT-03", "INF-DELIB-04")
    reveals = True

    def prompt(self, p: City, f: Frame) -> str:
        return f"Which card supports the attack on {p.board.grid.ids[p.frame('combat')[Combat.target]]}?"

    def options(self, p: City, f: Frame) -> list[int]:
        return [*(PLAY_VERB | c << ARG for c in one_of_each(p, GERMAN)), NO_CARD]

    def note(self, p: City, f: Frame, action: int) -> str:
        return "" if action == NO_CARD else p.board.cards[action >> ARG & MASK].text

    def foretell(self, p: City, f: Frame, action: int) -> list[Forecast]:
        board = p.board
        number = -1 if action == NO_CARD else action >> ARG & MASK
        combat = p.frame("combat")
        kind, target, origins = combat[Combat.kind], combat[Combat.target], combat[Combat.origins]
        rubble = bool(p.rubble & board.grid.bit[target])
        fire = [replace(close_odds(p, combat, GERMAN), trade=of_attack(p, kind, target, origins, number))]
        card = None if number < 0 else board.cards[number]
        if card is None or card.kind != "fire":
            return fire
        return [volley_odds(f"{card.title}: hits", [(4, card.dice)], rubble), *fire]

    def play(self, p: City, f: Frame, card: int) -> None:
        p.end()
        p.cards[card] = LAID
        p.frame("combat")[Combat.german_card] = card + 1

    def no_card(self, p: City, f: Frame) -> None:
        p.end()

    def refuse_play(self, p: City, f: Frame, card: int) -> Reason | None:
        return not_offered(p, GERMAN, card, "INF-COMBAT-03")


def soviet_effect(p: City, f: Frame) -> None:
    """Step 5: apply the whole effect of the Soviet card (INF-COMBAT-06, INF-CARD-02)."""
    board = p.board
    if not f[Combat.soviet_card]:
        return
    c = f[Combat.soviet_card] - 1
    kind = board.cards[c].kind
    if kind == "leader":  # INF-SCARD-02, INF-FLOW-33
        p.cards[c] = PLAY
        p.note("Leader", f"{board.cards[c].title} comes into play for the rest of the game.", "INF-SCARD-02")
        if c == board.chuikov and p.table.readings["chuikov_joins=at-once"] and ATTACKER[f[Combat.kind]] == SOVIET:
            join_now(p, f)
    elif kind == "aa":
        anti_air(p, f, c)
    elif kind == "infiltration":
        reinforce(p, f, INFANTRY_POOL, BY_INFILTRATION, "INF-SCARD-11")
    elif kind == "t34":
        reinforce(p, f, TANK_POOL, BY_T34, "INF-SCARD-13")
    else:
        strike(p, f, c)


def join_now(p: City, f: Frame) -> None:
    """Under one reading, add all stacks next to the target to the attack that revealed Chuikov (INF-FLOW-33)."""
    board, grid = p.board, p.board.grid
    joining = board.near[f[Combat.target]] & p.soviet & ~f[Combat.origins]
    f[Combat.origins] |= joining
    p.battle |= joining
    for h in grid.hexes(joining):
        text = f"The stack in {grid.ids[h]} touches {grid.ids[f[Combat.target]]}, too, and joins in."
        p.note("Total Deliberate Attack", text, "INF-FLOW-33", "INF-TOTAL-01", hexes=grid.bit[h])
        reveal(p, p.stacks[h])
        adjust(p, p.stacks[h])


def german_effect(p: City, f: Frame) -> None:
    """Step 6: apply the effect of the German card (INF-COMBAT-07), even if step 5 destroyed all attackers
    (INF-FLOW-10).
    """
    if f[Combat.german_card] and not f[Combat.cancelled]:
        strike(p, f, f[Combat.german_card] - 1)


def strike(p: City, f: Frame, c: int) -> None:
    """Roll a card's dice, or score a hit on a type of unit that ignores rubble (INF-CARD-03, INF-GCARD-06 to
    INF-GCARD-11, INF-SCARD-07 to INF-SCARD-09, INF-SCARD-15)."""
    card = p.board.cards[c]
    if card.kind == "fire":
        fire(p, card.side, BY_CARD, bytearray([CARD_HITS_ON[card.side]]) * card.dice)
        return
    f[Combat.only] = INFANTRY if card.kind == "sniper" else PANZER
    f[HITS_ON[1 - card.side]] += 1
    what = f"{SIDE_NAMES[1 - card.side]} {'Infantry' if card.kind == 'sniper' else ('Panzer', 'Tank')[1 - card.side]}"
    p.note(card.title, f"One hit on the strongest {what}.", card.clause)


def anti_air(p: City, f: Frame, c: int) -> None:
    """Cancel an airstrike, then place the card's marker (INF-SCARD-04, INF-SCARD-05)."""
    board = p.board
    german = f[Combat.german_card] - 1
    f[Combat.cancelled] = int(german >= 0 and board.cards[german].airstrike)
    if f[Combat.cancelled]:
        p.note("AA", f"{board.cards[german].title} is cancelled.", "INF-SCARD-04")
    if f[Combat.cancelled] or p.table.readings["aa_rubble=always"]:
        if not place_rubble(p, board.cards[c].hex, "INF-SCARD-05"):
            p.note("AA", f"No marker for {board.grid.ids[board.cards[c].hex]}.", "INF-SCARD-05", "INF-RUBBLE-08")
    else:
        p.note("AA", "There is no airstrike to cancel, and no marker is placed.", "INF-SCARD-05")


def reinforce(p: City, f: Frame, pool: int, card: int, full: str) -> None:
    """Bring a unit to the attacked hex, or to the hex of the stack whose die triggered the attack (INF-SCARD-10 to
    INF-SCARD-13, INF-FLOW-11, INF-FLOW-12).

    If the hex is full or the pool empty, the Soviets draw a card.
    """
    grid = p.board.grid
    h = f[Combat.lead] if ATTACKER[f[Combat.kind]] == SOVIET else f[Combat.target]
    if not p.room(h):
        p.note("Full", f"{grid.ids[h]} is full: a card instead.", full, "INF-FLOW-11", hexes=grid.bit[h])
        draw(p, SOVIET)
    else:
        arrive(p, pool, h, card)


def discard(p: City, f: Frame) -> None:
    """Step 7: discard cards; leaders stay in play (INF-COMBAT-08, INF-CARD-04, INF-GCARD-05, INF-SCARD-03,
    INF-SCARD-06)."""
    for c in (f[Combat.soviet_card] - 1, f[Combat.german_card] - 1):
        if c >= 0 and p.cards[c] == SHOWN:
            back = p.table.readings["canceled_card=back"] and f[Combat.cancelled] and p.board.cards[c].side == GERMAN
            p.cards[c] = HAND if back else USED
            if p.journal is not None and back:
                text = f"{p.board.cards[c].title} returns to the hand."
                cites = ("INF-COMBAT-08", "INF-GCARD-05")
                p.say(event.Card(deck="german", card=c, line="", who="Card", text=text, clauses=cites))
            elif p.journal is not None:
                p.note("Card", f"{p.board.cards[c].title} is used up.", "INF-COMBAT-08", "INF-CARD-04")
