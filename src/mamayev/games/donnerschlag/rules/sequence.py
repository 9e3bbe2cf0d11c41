"""The sequence of play (DON-SEQ)."""

from __future__ import annotations

from typing import Any

from mamayev.engine.box import Box, Sequence, loop, when
from mamayev.engine.position import Frame

from ..printed.cards import ACTIVATION, AFTER, BEFORE, CARD, COMBAT, DECKS, END, MOVE, MOVED
from ..printed.map import AXIS, SOVIET
from .admin import GiveSchwerpunkt, Reinforcements, Schwerpunkt, begin_turn, may_arrive, may_mark, next_turn, write_off
from .combat import Declaration, may_attack
from .combat_locals import Combat, Played, Segment, Throw
from .command import (
    ActivationCard,
    Choice,
    Muster,
    Whom,
    activations_left,
    begin_action_phase,
    check_supply,
    choose,
    end_activation,
    next_activation,
    spend_activation,
)
from .cups import CupLot, Drawing, Placing, draws_left, return_snafus
from .effects import AttachTigers, BuildBridge, Feed, One, Paint, Relieve, Rob, Trade, relief_left
from .movement import Movement, Overrun, Redeploy, lost_without_units
from .position import Operation
from .preparation import (
    LAST_EFFORT,
    RESHUFFLE,
    Attach,
    Claim,
    Deal,
    Draw,
    Exchange,
    HighCommand,
    OfSide,
    Stow,
    axis_takes_luck,
    high_command_due,
    may_exchange,
    may_stow,
    new_deal,
    put_back,
    reshuffle,
    short,
    take_up_picks,
    to_attach,
)
from .replacements import Replace, Steps, steps_left
from .results import (
    Advance,
    Further,
    Loss,
    Losses,
    advancing,
    emergency,
    find_column,
    hit_tanks,
    is_void,
    losses_left,
    read_result,
    rolls,
    take_losses,
    take_retreats,
)
from .retreat import (
    Follow,
    Retreat,
    Retreats,
    Stack,
    doom,
    doom_of_stack,
    may_follow,
    stack_goes,
    take_zone_loss,
    to_retreat,
    zone_losses_left,
)
from .victory import Call, advance_marker, may_call
from .windows import (
    CardWindow,
    Cut,
    CutBack,
    Luck,
    React,
    Roll,
    hand_up,
    may_cancel,
    may_throw_again,
    must_cut,
    needs_die,
    settle_card,
    throw_for_card,
    thrown_again,
    window,
)


def for_side(name: str, side: int) -> Any:
    """The step that asks a side by the box or sequence of a name."""
    return lambda p, f: p.call(name, side)


def claims(p: Operation, _f: Frame) -> bool:
    """DON-HICOM-02, one reading."""
    return bool(high_command_due(p, _f)) and p.table.high_command == "hand-counted"


def in_turn(number: int) -> Any:
    """Whether it is the turn with this number."""
    return lambda p, f: p.turn == number


def after_first(p: Operation, _f: Frame) -> bool:
    """DON-SEQ-02: the Admin Phase is skipped in turn 1."""
    return p.turn > 1


def throw_for_combat(p: Operation, f: Frame) -> None:
    """DON-CRT-01: the attacker throws."""
    p.call("throw", 0, p.active)


def choose_more(p: Operation, f: Frame) -> None:
    """Whom a card activates once more."""
    choose(p, f[Whom.choice], "Extra activation")


def place_sailors(p: Operation, f: Frame) -> None:
    """DON-CCARD-11."""
    p.call("placing", p.board.naval)


def place_tigers(p: Operation, f: Frame) -> None:
    """The battalion comes onto the map."""
    p.call("placing", p.board.tigers)


SIDES = (AXIS, SOVIET)


def sequence_of_play() -> list[Box[Any]]:
    """DON-T-SEQ: the lists of steps, then the boxes of which they ask."""
    boxes: list[Box[Any]] = [
        Attach(), Claim(), HighCommand(), Exchange(), Stow(), Call(), Reinforcements(),
        Schwerpunkt(), GiveSchwerpunkt(),
        *(Draw(side, kind) for side in SIDES for kind in (ACTIVATION, COMBAT)),
        Rob(SOVIET, COMBAT), Rob(AXIS, ACTIVATION), Rob(AXIS, COMBAT),
        ActivationCard(), Choice(), Muster(), Movement(), Redeploy(), Declaration(),
        CardWindow(), React(), Roll(), Luck(), Loss(), Retreat(), Follow(), Advance(), Further(),
        CupLot(), Placing(), Replace(), Trade(), BuildBridge(), Feed(), Relieve(), Paint(), AttachTigers(), CutBack(),
    ]  # fmt: skip
    return [*_turn(), *_cards(), *_action_phase(), *_combat(), *_results(), *_events(), *boxes]


def _turn() -> list[Box[Any]]:
    """The game, its turns and the Admin Phase."""
    return [
        Sequence("game", "preparation", loop(lambda p, f: not p.verdict, "turn")),
        Sequence(
            "preparation",
            loop(to_attach, "attach"),
            "deal",
            "exchanges",
        ),
        Sequence(
            "turn",
            begin_turn,
            when(after_first, "admin"),
            "action-phase",
            advance_marker,
            next_turn,
        ),
        Sequence(  # DON-SEQ-03
            "admin",
            when(lambda p, f: p.table.luck_comes_first, axis_takes_luck),
            when(may_mark, "schwerpunkt"),
            *(when(may_arrive(side), for_side("reinforcements", side)) for side in SIDES),
            write_off,
            "cards",
            when(may_call, "call"),
            "marker",
        ),
        Sequence("schwerpunkt", "marking"),
        Sequence(
            "reinforcements",
            loop(lambda p, f: may_arrive(f[OfSide.side])(p, f), lambda p, f: p.call("arrive", f[OfSide.side])),
            locals=OfSide,
        ),
    ]


def _cards() -> list[Box[Any]]:
    """The deal, in the preparation and in each Admin Phase."""
    return [
        Sequence("cards", new_deal, "deal", when(may_exchange(SOVIET), for_side("exchange", SOVIET))),
        Sequence(
            "deal",
            when(claims, for_side("claim", AXIS), for_side("claim", SOVIET)),
            "fill-up",
            when(
                lambda p, f: p.turn > 1,
                *(when(may_stow(side), for_side("stow", side)) for side in SIDES),
            ),
            when(in_turn(LAST_EFFORT), reshuffle),
            when(high_command_due, *(for_side("high-command", side) for side in SIDES)),
            when(in_turn(RESHUFFLE), reshuffle, "fill-up"),
            take_up_picks,
            locals=Deal,
        ),
        Sequence(
            "fill-up",
            *(loop(short(side, kind), f"draw-{DECKS[side][kind]}") for side in SIDES for kind in (ACTIVATION, COMBAT)),
        ),
        Sequence("call", "calling"),
        Sequence("marker", axis_takes_luck, "exchanges"),
        Sequence(
            "exchanges",
            when(may_exchange(AXIS), for_side("exchange", AXIS)),
            when(may_exchange(SOVIET), for_side("exchange", SOVIET)),
        ),
        Sequence("exchanging", put_back, locals=OfSide),
    ]


def _action_phase() -> list[Box[Any]]:
    """The activations and their segments."""
    operations = (
        check_supply, window(MOVE), when(lambda p, f: p.to_move, "movement"), window(MOVED),
        "combat-segment", window(END),
    )  # fmt: skip
    return [
        Sequence(
            "action-phase",
            begin_action_phase,
            loop(activations_left, next_activation, "activation", end_activation),
            *(for_side("cutting", side) for side in SIDES),
        ),
        Sequence(
            "activation",
            window(CARD),
            when(in_turn(LAST_EFFORT), spend_activation),
            when(lambda p, f: p.turn != LAST_EFFORT and p.hand(p.active, ACTIVATION), "activation-card"),
            when(lambda p, f: p.activated, "muster"),
            *operations,
        ),
        Sequence(
            "extra-activation",
            choose_more,
            when(lambda p, f: p.activated, "muster"),
            *operations,
            locals=Whom,
        ),
        Sequence("movement", "move"),
        Sequence("combat-segment", loop(may_attack, "declare"), locals=Segment),
    ]


def _combat() -> list[Box[Any]]:
    """A combat, its die, and a card in it or outside."""
    return [
        # --8<-- [start:combat]
        Sequence(  # DON-FLOW-02
            "combat",
            window(BEFORE),  # DON-PROC-02
            find_column,
            when(
                lambda p, f: not is_void(p, f),
                when(rolls, throw_for_combat),
                read_result,
                emergency,
                take_losses,
                take_retreats,
                loop(advancing, "advance"),
                hit_tanks,
                window(AFTER),  # DON-CARDWIN-05
            ),
            locals=Combat,
        ),
        Sequence("throw", "roll", loop(may_throw_again, "luck", when(thrown_again, "roll")), hand_up, locals=Throw),
        Sequence(
            "card",
            when(may_cancel, "answer"),
            when(needs_die, throw_for_card),
            settle_card,
            locals=Played,
        ),
        # --8<-- [end:combat]
    ]


def _results() -> list[Box[Any]]:
    """What the result of a combat asks for."""
    return [
        Sequence("losses", loop(losses_left, "loss"), locals=Losses),
        Sequence("retreats", doom, loop(to_retreat, "stack", doom), locals=Retreats),
        Sequence(
            "stack",
            loop(stack_goes, "retreat", doom_of_stack),
            loop(zone_losses_left, take_zone_loss),
            when(may_follow, "follow"),
            locals=Stack,
        ),
    ]


def _events() -> list[Box[Any]]:
    """What events of cards ask for."""
    return [
        Sequence("cup-draw", loop(draws_left, "cup"), return_snafus, locals=Drawing),
        Sequence("replacements", loop(steps_left, "replacing"), locals=Steps),
        Sequence("redeploy", when(lost_without_units, "redeploying"), locals=Overrun),
        Sequence("trade", "trading", locals=One),
        Sequence("relief", loop(relief_left, "relieving"), locals=One),
        Sequence("naval", "painting", place_sailors),
        Sequence("tigers", "attach-tigers", place_tigers),
        Sequence("cutting", loop(lambda p, f: must_cut(f[Cut.side])(p, f), "give-up"), locals=Cut),
    ]
