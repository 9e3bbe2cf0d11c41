"""The sequence of play as printed in the rulebook, the same every turn (CAU-SEQ-01, CAU-SEQ-06).

It has a Strategic Phase (CAU-SEQ-02), German Phase (CAU-SEQ-03), Soviet Phase (CAU-SEQ-04) and Evaluation Phase
(CAU-SEQ-05). The setup comes before the first turn (CAU-FLOW-30).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mamayev.engine.box import Box
from mamayev.engine.course import boxes_of
from mamayev.engine.position import Frame
from mamayev.engine.sequence import Sequence, loop, when
from mamayev.engine.steps import StepName

from . import (
    actions,
    attacks,
    cards,
    council,
    evaluation,
    moments,
    order,
    relief,
    rumors,
    set_up,
    soviet,
    strategic,
    survival,
    variable,
)
from .control import in_command
from .position import GOING_ON, Pocket
from .setting import Setting


def going_on(p: Pocket, _f: Frame) -> bool:
    """Return whether the game continues."""
    return p.outcome == GOING_ON


def collapsed(p: Pocket, _f: Frame) -> bool:
    """Return whether the Soviet Phase rolls for units, as after a collapse (CAU-COL-07)."""
    return bool(p.collapsed)


def by_areas(p: Pocket, _f: Frame) -> bool:
    """Return whether the Soviet Phase attacks areas, which it does until a collapse."""
    return not p.collapsed


def by_card(p: Pocket, _f: Frame) -> bool:
    """Return whether a target card is drawn: only before the Final Offensive (CAU-TARGET-02)."""
    return not p.collapsed and not p.launched


def all_exposed(p: Pocket, _f: Frame) -> bool:
    """Return whether every exposed area is a target: during the Final Offensive (CAU-FO-08)."""
    return not p.collapsed and bool(p.launched)


CHAPTERS = set_up, variable, cards, council, strategic, actions, attacks, relief, soviet, evaluation, rumors, survival


def boxes() -> list[Box[Any]]:
    """Create the boxes and sequences for a table."""
    return [*set_up_phase(), *strategic_phase(), *german_phase(), *soviet_phase(), *evaluation_phase(), *decisions()]


def decisions() -> list[Box[Any]]:
    """Return the boxes that ask the player or roll dice, and the stops between them."""
    return [*boxes_of(*CHAPTERS), moments.Moment()]


def set_up_phase() -> list[Sequence]:
    """Return the sequences of the game, its setup and its turns."""
    return [
        Sequence("game", "set-up", survival.begin_count, loop(going_on, "turn")),
        Sequence(
            "set-up",
            when(variable.varied, variable.clear_table),
            when(variable.rolled, "set-up.modifiers", "set-up.roll"),
            when(variable.units_to_roll, "set-up.new-units"),
            when(variable.one_too_many, "set-up.remove"),
            when(variable.drawn, "set-up.areas"),
            when(variable.units_waiting, "set-up.place"),
            when(variable.varied, variable.close_ring),
            when(variable.units_to_deplete, "set-up.deplete"),
            when(variable.defenses_left, "set-up.defenses"),
            when(set_up.entry_open, "set-up.entry"),
            when(variable.varied, "set-up.ready"),
            when(set_up.what_if_played, "set-up.what-if"),
            when(set_up.cards_return, set_up.return_cards),
            locals=variable.Plan,
        ),
        Sequence(
            "turn",
            when(in_command, "strategic"),
            when(in_command, "german"),
            when(in_command, "soviet"),
            "evaluation",
        ),
    ]


def strategic_phase() -> list[Sequence]:
    """Return the sequences of the Strategic Phase."""
    return [
        Sequence(
            "strategic",
            "strategic.event",
            when(strategic.weather_drawn, "strategic.weather"),
            "strategic.luftwaffe",
            "strategic.relief",
            when(council.offered, "strategic.council"),
            "strategic.morale",
            "strategic.initiative",
            "strategic.airlift",
            "strategic.upkeep",
        ),
        Sequence("strategic.morale", strategic.determine_morale),
        Sequence("strategic.initiative", strategic.determine_initiative),
        Sequence("strategic.upkeep", strategic.begin_upkeep),
    ]


def german_phase() -> list[Sequence]:
    """Return the sequences of the German Phase."""
    return [
        Sequence("german", "german.actions", "german.attacks", "german.relief", relief.end_german_phase),
        Sequence(
            "german.attacks",
            attacks.begin_attacks,
            loop(attacks.attacks_left, attacks.next_attack),
            attacks.fill_gaps,
        ),
        Sequence("german.attacks.vacated", attacks.vacated, locals=attacks.Beaten),
        Sequence("german.relief", relief.begin_relief),
        Sequence("german.relief.enter", relief.move_in, locals=relief.Toward),
    ]


def soviet_phase() -> list[Sequence]:
    """Return the sequences of the Soviet Phase."""
    return [
        Sequence(
            "soviet",
            when(soviet.status_drawn, "soviet.offensive"),
            "soviet.targets",
            "soviet.attacks",
            when(moments.stopping, "moment"),
        ),
        Sequence(
            "soviet.targets",
            when(by_card, "soviet.targets.draw"),
            when(all_exposed, soviet.target_everything),
        ),
        Sequence(
            "soviet.attacks",
            when(by_areas, "soviet.attacks.areas"),
            when(collapsed, soviet.begin_unit_rolls, loop(soviet.units_left, soviet.next_face)),
            order.at_ease,
        ),
        Sequence("soviet.attacks.areas", loop(soviet.attacks_to_resolve, soviet.next_assault)),
        Sequence(
            "soviet.follow-up", soviet.follow_up_target, soviet.last_window, soviet.follow_up_roll, locals=soviet.Attack
        ),
    ]


def evaluation_phase() -> list[Sequence]:
    """Return the sequences of the Evaluation Phase."""
    return [
        Sequence(
            "evaluation",
            when(evaluation.officers_asked, "evaluation.officers"),
            "evaluation.ssi",
            "evaluation.collapse",
            when(evaluation.officers_asked, "evaluation.officers"),
            "evaluation.victory",
            "evaluation.advance",
            when(rumors.due, "evaluation.rumor"),
        ),
        Sequence(
            "evaluation.collapse",
            when(
                evaluation.collapse_due,
                evaluation.begin_collapse,
                loop(evaluation.dice_left, evaluation.next_die),
                evaluation.begin_shelter,
                loop(evaluation.homeless_left, evaluation.place_next),
                evaluation.close_pocket,
            ),
        ),
        Sequence("evaluation.victory", evaluation.determine_end),
        Sequence("evaluation.advance", evaluation.advance_turn),
        Sequence("evaluation.rumor", rumors.begin),
    ]


STEPS = (
    StepName("set-up.modifiers", "Modifiers", "set-up", ("CAU-VARSET-02",)),
    StepName("set-up.roll", "Six rolls", "set-up", ("CAU-VARSET-01",)),
    StepName("set-up.new-units", "Additional units", "set-up", ("CAU-VARSET-05",)),
    StepName("set-up.remove", "Division lost", "set-up", ("CAU-VARSET-04",)),
    StepName("set-up.areas", "Areas drawn", "set-up", ("CAU-VARPL-01", "CAU-VARPL-02")),
    StepName("set-up.place", "Placement", "set-up", ("CAU-VARPL-04",)),
    StepName("set-up.deplete", "Depleted units", "set-up", ("CAU-VARSET-11",)),
    StepName("set-up.defenses", "Prepared Defenses", "set-up", ("CAU-VARSET-09",)),
    StepName("set-up.entry", "Entry area of the relief force", "set-up", ("CAU-HOTH-01",)),
    StepName("set-up.ready", "Ready", "set-up", ("CAU-FLOW-30",)),
    StepName("set-up.what-if", "What if", "set-up", ("CAU-WHATIF-01",)),
    StepName("strategic.event", "Random event", "strategic", ("CAU-SEQ-02", "CAU-EVENT-01")),
    StepName("strategic.weather", "Weather determination", "strategic", ("CAU-SEQ-02", "CAU-WEATHER-01")),
    StepName("strategic.luftwaffe", "Luftwaffe commitment", "strategic", ("CAU-SEQ-02", "CAU-COMMIT-01")),
    StepName("strategic.relief", "Relief force commitment", "strategic", ("CAU-SEQ-02", "CAU-COMMIT-01")),
    StepName("strategic.council", "Council of War", "strategic", ("CAU-COUNCIL-01",)),
    StepName("strategic.morale", "German morale level", "strategic", ("CAU-SEQ-02", "CAU-MORALE-04")),
    StepName("strategic.initiative", "Initiative Points", "strategic", ("CAU-SEQ-02", "CAU-IP-01")),
    StepName("strategic.airlift", "Airlift", "strategic", ("CAU-SEQ-02", "CAU-AIR-01")),
    StepName("strategic.upkeep", "Unit upkeep", "strategic", ("CAU-SEQ-02", "CAU-UPK-01")),
    StepName("german.actions", "Perform Actions", "german", ("CAU-SEQ-03", "CAU-ACT-01")),
    StepName("german.attacks", "Resolve German attacks", "german", ("CAU-SEQ-03", "CAU-ATK-02")),
    StepName("german.relief", "Relief force attack", "german", ("CAU-SEQ-03", "CAU-RELIEF-04")),
    StepName("soviet.offensive", "Final Offensive status", "soviet", ("CAU-SEQ-04", "CAU-FO-01")),
    StepName("soviet.targets", "Soviet target areas", "soviet", ("CAU-SEQ-04", "CAU-TARGET-01")),
    StepName("soviet.attacks", "Resolve Soviet attacks", "soviet", ("CAU-SEQ-04", "CAU-SOVATK-01")),
    StepName("evaluation.officers", "High officers", "evaluation", ("CAU-WHATIF-05",)),
    StepName("evaluation.ssi", "Strategic Situation Index", "evaluation", ("CAU-SEQ-05", "CAU-EVAL-01")),
    StepName("evaluation.collapse", "German collapse", "evaluation", ("CAU-SEQ-05", "CAU-COL-01")),
    StepName("evaluation.victory", "Victory", "evaluation", ("CAU-SEQ-05", "CAU-END-01")),
    StepName("evaluation.advance", "Advance the turn marker", "evaluation", ("CAU-SEQ-05",)),
    StepName("evaluation.rumor", "Rumor", "evaluation", ("CAU-RUMOR-01",)),
    StepName("survival", "Survival statistics", "evaluation", ("CAU-SURV-02",)),
)

OPTIONAL_STEPS: dict[str, Callable[[Setting], bool]] = {
    **dict.fromkeys(
        ("set-up.modifiers", "set-up.roll", "set-up.new-units", "set-up.remove", "set-up.deplete"),
        lambda table: table.variable_setup,
    ),
    "set-up.areas": lambda table: table.variable_placement,
    **dict.fromkeys(("set-up.place", "set-up.defenses", "set-up.ready"), lambda table: table.varied),
    "set-up.entry": lambda table: table.entry_chosen,
    "set-up.what-if": lambda table: table.what_if,
    "strategic.council": lambda table: table.council_of_war,
    "evaluation.officers": lambda table: table.what_if,
    "evaluation.rumor": lambda table: table.rumors,
    "survival": lambda table: table.survival,
}
"""The conditions for steps that are not part of every game."""


def steps(table: Setting) -> list[StepName]:
    """Return the steps played at this table."""
    return [step for step in STEPS if step.id not in OPTIONAL_STEPS or OPTIONAL_STEPS[step.id](table)]
