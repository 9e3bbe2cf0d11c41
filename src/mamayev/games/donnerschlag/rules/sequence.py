"""The sequence of play (DON-SEQ)."""

from __future__ import annotations

from typing import Any

from mamayev.engine.box import Box
from mamayev.engine.course import boxes_of
from mamayev.engine.position import Frame
from mamayev.engine.sequence import Sequence, loop, part, when

from ..printed.cards import ACTIVATION, AFTER, BEFORE, CARD, COMBAT, DECKS, END, MOVE, MOVED
from ..printed.map import AXIS, SOVIET
from . import (
    admin,
    combat,
    command,
    cups,
    effects,
    movement,
    preparation,
    replacements,
    results,
    retreat,
    victory,
    windows,
)
from .combat_locals import Combat, Played, Segment, Throw
from .position import Operation
from .preparation import LAST_EFFORT, RESHUFFLE, OfSide
from .windows import window


def for_side(name: str, side: int) -> Any:
    """Return a step that gives a decision to a side, with the name of its box or sequence."""
    return lambda p, f: p.call(name, side)


def claims(p: Operation, f: Frame) -> bool:
    """DON-HICOM-02, one reading: return whether each side must ask for its High Command card."""
    return preparation.high_command_due(p, f) and p.table.high_command == "hand-counted"


def in_turn(number: int) -> Any:
    """Return a test for whether the current turn has the given number."""
    return lambda p, f: p.turn == number


def after_first(p: Operation, _f: Frame) -> bool:
    """DON-SEQ-02: return whether there is an Admin Phase, which turn 1 skips."""
    return p.turn > 1


def choose_more(p: Operation, f: Frame) -> None:
    """Choose the units of an extra activation."""
    command.choose(p, f[command.Whom.choice], "Extra activation")


SIDES = (AXIS, SOVIET)


def sequence_of_play() -> list[Box[Any]]:
    """DON-T-SEQ: return the sequences and their boxes."""
    draws = [preparation.Draw(side, kind) for side in SIDES for kind in (ACTIVATION, COMBAT)]
    robs = effects.Rob(SOVIET, COMBAT), effects.Rob(AXIS, ACTIVATION), effects.Rob(AXIS, COMBAT)
    chapters = boxes_of(
        preparation, victory, admin, command, movement, combat, windows, results, retreat, cups, replacements, effects
    )
    return [*_turn(), *_cards(), *_action_phase(), *_combat(), *_results(), *_events(), *draws, *robs, *chapters]


def _turn() -> list[Box[Any]]:
    """Return the sequences for the game, its turns and the Admin Phase."""
    return [
        Sequence("game", "preparation", loop(lambda p, f: not p.verdict, "turn")),
        Sequence("preparation", loop(preparation.to_attach, "attach"), "deal", "exchanges"),
        Sequence(
            "turn",
            admin.begin_turn,
            when(after_first, "admin"),
            "action-phase",
            victory.advance_marker,
            admin.next_turn,
        ),
        Sequence(  # DON-SEQ-03
            "admin",
            when(lambda p, f: p.table.readings["marker_returns=first"], preparation.axis_takes_luck),
            when(admin.may_mark, "schwerpunkt"),
            *(when(admin.may_arrive(side), for_side("reinforcements", side)) for side in SIDES),
            admin.write_off,
            "cards",
            when(victory.may_call, "call"),
            "marker",
        ),
        Sequence("schwerpunkt", "marking"),
        Sequence(
            "reinforcements",
            loop(lambda p, f: admin.may_arrive(f[OfSide.side])(p, f), lambda p, f: p.call("arrive", f[OfSide.side])),
            locals=OfSide,
        ),
    ]


def _cards() -> list[Box[Any]]:
    """Return the sequences for the deal, in the preparation and in each Admin Phase."""
    return [
        Sequence(
            "cards", preparation.new_deal, "deal", when(preparation.may_exchange(SOVIET), for_side("exchange", SOVIET))
        ),
        Sequence(
            "deal",
            when(claims, for_side("claim", AXIS), for_side("claim", SOVIET)),
            "fill-up",
            when(after_first, *(when(preparation.may_stow(side), for_side("stow", side)) for side in SIDES)),
            when(in_turn(LAST_EFFORT), preparation.reshuffle),
            when(preparation.high_command_due, *(for_side("high-command", side) for side in SIDES)),
            when(in_turn(RESHUFFLE), preparation.reshuffle, "fill-up"),
            preparation.take_up_picks,
            locals=preparation.Deal,
        ),
        Sequence(
            "fill-up",
            *(
                loop(preparation.short(side, kind), f"draw-{DECKS[side][kind]}")
                for side in SIDES
                for kind in (ACTIVATION, COMBAT)
            ),
        ),
        Sequence("call", "calling"),
        Sequence("marker", preparation.axis_takes_luck, "exchanges"),
        Sequence(
            "exchanges",
            when(preparation.may_exchange(AXIS), for_side("exchange", AXIS)),
            when(preparation.may_exchange(SOVIET), for_side("exchange", SOVIET)),
        ),
        Sequence("exchanging", preparation.put_back, locals=OfSide),
    ]


def _action_phase() -> list[Box[Any]]:
    """Return the sequences for activations and their segments."""
    operations = (
        command.check_supply, window(MOVE), when(lambda p, f: p.to_move, "movement"), window(MOVED),
        "combat-segment", window(END),
    )  # fmt: skip
    return [
        Sequence(
            "action-phase",
            command.begin_action_phase,
            loop(
                command.activations_left,
                command.next_activation,
                part(lambda p: p.active),
                "activation",
                command.end_activation,
            ),
            *(for_side("cutting", side) for side in SIDES),
        ),
        Sequence(
            "activation",
            window(CARD),
            when(in_turn(LAST_EFFORT), command.spend_activation),
            when(lambda p, f: p.turn != LAST_EFFORT and p.hand(p.active, ACTIVATION), "activation-card"),
            when(lambda p, f: p.activated, "muster"),
            *operations,
        ),
        Sequence(
            "extra-activation", choose_more, when(lambda p, f: p.activated, "muster"), *operations, locals=command.Whom
        ),
        Sequence("movement", "move"),
        Sequence("combat-segment", loop(combat.may_attack, "declare"), locals=Segment),
    ]


def _combat() -> list[Box[Any]]:
    """Return the sequences for a combat, for its die roll, and for a card played in a combat or outside one."""
    return [
        # --8<-- [start:combat]
        Sequence(  # DON-FLOW-02
            "combat",
            window(BEFORE),  # DON-PROC-02
            results.find_column,
            when(
                lambda p, f: not results.is_void(p, f),
                when(results.rolls, lambda p, f: p.call("throw", 0, p.active)),  # DON-CRT-01: the attacker rolls
                results.read_result,
                results.emergency,
                results.take_losses,
                results.take_retreats,
                loop(results.advancing, "advance"),
                results.hit_tanks,
                window(AFTER),  # DON-CARDWIN-05
            ),
            locals=Combat,
        ),
        Sequence(
            "throw",
            "roll",
            loop(windows.may_throw_again, "luck", when(windows.thrown_again, "roll")),
            windows.hand_up,
            locals=Throw,
        ),
        Sequence(
            "card",
            when(windows.may_cancel, "answer"),
            when(windows.needs_die, windows.throw_for_card),
            windows.settle_card,
            locals=Played,
        ),
        # --8<-- [end:combat]
    ]


def _results() -> list[Box[Any]]:
    """Return the sequences for the result of a combat."""
    return [
        Sequence("losses", loop(results.losses_left, "loss"), locals=results.Losses),
        Sequence("retreats", retreat.doom, loop(retreat.to_retreat, "stack", retreat.doom), locals=retreat.Retreats),
        Sequence(
            "stack",
            loop(retreat.stack_goes, "retreat", retreat.doom_of_stack),
            loop(retreat.zone_losses_left, retreat.take_zone_loss),
            when(retreat.may_follow, "follow"),
            locals=retreat.Stack,
        ),
    ]


def _events() -> list[Box[Any]]:
    """Return the sequences for card events."""
    return [
        Sequence("cup-draw", loop(cups.draws_left, "cup"), cups.return_snafus, locals=cups.Drawing),
        Sequence("replacements", loop(replacements.steps_left, "replacing"), locals=replacements.Steps),
        Sequence("redeploy", when(movement.lost_without_units, "redeploying"), locals=movement.Overrun),
        Sequence("trade", "trading", locals=effects.One),
        Sequence("relief", loop(effects.relief_left, "relieving"), locals=effects.One),
        Sequence("naval", "painting", lambda p, f: p.call("placing", p.board.naval)),  # DON-CCARD-11
        Sequence("tigers", "attach-tigers", lambda p, f: p.call("placing", p.board.tigers)),
        Sequence(
            "cutting", loop(lambda p, f: windows.must_cut(f[windows.Cut.side])(p, f), "give-up"), locals=windows.Cut
        ),
    ]
