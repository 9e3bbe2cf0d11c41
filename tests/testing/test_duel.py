"""The throw-away game with hands: what it is for."""

import random

from mamayev.match.match import Match


def begin(seed: int = 1) -> Match:
    return Match.new("duel", seed=seed)


def hand(match: Match, seat: str) -> list[str]:
    """The cards that a seat sees in its hand."""
    cards = next(hand["cards"] for hand in match.view(seat)["hands"] if hand["seat"] == seat)
    return [match.table.notation.nouns["card"][card].id for card in cards]


def test_each_seat_sees_its_own_hand_alone(duel: str) -> None:
    match = begin()
    assert {card.split("-")[0] for card in hand(match, "north")} == {"north"}
    assert len(hand(match, "north")) == len(hand(match, "south")) == 3
    assert [(hand["count"], "cards" in hand) for hand in match.view(None)["hands"]] == [(3, False), (3, False)]
    assert match.decision is not None
    offered = [action["card"] for action in match.decision.to_data()["actions"]]
    assert offered == list(match.view("north")["hands"][0]["cards"])
    drawn = [event.to_data() for event in match.events_for("south") if event.kind == "card"]
    assert {event["deck"] for event in drawn} == {"south"}


def test_the_first_choice_is_hidden_until_both_have_chosen(duel: str) -> None:
    match = begin()
    card = hand(match, "north")[0]
    match.play(f"lay {card}")
    assert match.decision is not None
    assert match.decision.seat == "south"
    name = f"North's {card.split('-')[1]}"
    assert not [event for event in match.events_for("south") if name in event.text]
    assert match.events_for("south")[-2].text == "North lays a card face down."
    match.play(f"lay {hand(match, 'south')[0]}")
    assert [event for event in match.events_for("south") if event.text.startswith(f"{name} is turned up")]
    assert not match.free_undos


def test_whoever_lost_is_asked_also_with_nothing_to_answer(duel: str) -> None:
    seen: set[bool] = set()
    for seed in range(20):
        match, rng = begin(seed), random.Random(seed)
        while (decision := match.decision) is not None:
            if decision.box == "answer":
                seen.add(len(decision.actions) > 1)
            match.play(str(rng.choice(decision.actions)))
    assert seen == {True, False}


def test_a_sample_keeps_what_a_seat_knows(duel: str) -> None:
    match = begin()
    hands = {tuple(hand(match.sample("north", random.Random(n)), "south")) for n in range(50)}
    assert len(hands) > 10
    assert hand(match.sample("north", random.Random(1)), "north") == hand(match, "north")
