"""Someone to play with: challenges, “Play now”, bots as members, rematches, blocks and reports."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from mamayev.server.club import reports, ways
from mamayev.server.club.club import Club
from mamayev.server.club.tables import OUTBOX

from . import test_seats
from .conftest import ADDRESS, Browser, Opens, another, written
from .sink import Sink

Json = dict[str, Any]
GAME = "skirmish"
DAILY = {"kind": "daily", "days": 5, "hours": 12}

marta, jaro = test_seats.marta, test_seats.jaro


@pytest.fixture
def lena(marta: Browser) -> Browser:
    other = another(marta)
    other.join("Lena B")
    return other


def put_up(browser: Browser, **wanted: Any) -> Json:
    answer: Json = browser.done("POST", "club/challenges", {"game": GAME, **wanted})
    challenge: Json = answer["challenge"]
    return challenge | {"link": answer["link"]}


def accept(browser: Browser, challenge: Json, **shown: Any) -> str:
    match: str = browser.done("POST", f"club/challenges/{challenge['id']}/accept", shown or None)["match"]
    return match


def listed(browser: Browser, *, bots: bool = False) -> list[Json]:
    """The open challenges of members, or of bots."""
    return [one for one in browser.done("GET", "club/games")["challenges"] if bool(one["by"]["bot"]) == bots]


def seat_of(browser: Browser, match: str) -> str | None:
    found: str | None = browser.done("GET", f"matches/{match}").get("viewer")
    return found


def mine(browser: Browser) -> list[str]:
    return test_seats.ids(browser.done("GET", "club/games")["mine"])


def club_of(browser: Browser) -> Club:
    club: Club = browser.client.app.state.parts.access  # type: ignore[attr-defined]
    return club


def sanction(browser: Browser, name: str, kind: reports.Kind) -> None:
    def impose(connection: sa.Connection) -> None:
        found = ways.by_name(connection, name)
        assert found is not None
        reports.impose(connection, found.id, kind, 3, "Shouts.")

    club_of(browser).write(impose)


def finish(browser: Browser, match: str) -> None:
    version = browser.done("GET", f"matches/{match}")["version"]
    browser.done("POST", f"matches/{match}/resign", {"version": version})


# ---------------------------------------------------------------- challenges


def test_accepting_begins_a_game_with_exactly_the_terms_of_the_challenge(marta: Browser, jaro: Browser) -> None:
    mine_ = put_up(marta, seat="red", pace=DAILY, rated=False)
    assert (mine_["mine"], mine_["seat"], mine_["reason"]) == (True, "red", "This is your own challenge.")
    (seen,) = listed(jaro)
    assert (seen["seat"], seen["by"]["name"], seen["pace"], seen["why"]) == ("blue", "Marta K", DAILY, "")
    match = accept(jaro, seen)
    assert (seat_of(marta, match), seat_of(jaro, match)) == ("red", "blue")
    assert seat_of(another(marta), match) is None
    assert mine(marta) == mine(jaro) == [match]
    assert listed(marta) == listed(jaro) == []
    row = jaro.done("GET", "club/games")["mine"][0]
    assert (row["sight"], row["game"]["held"], row["mine"]) == ("public", True, ["blue"])
    with club_of(marta).store.database.engine.connect() as connection:
        row = connection.execute(sa.text("SELECT pace, rated FROM club_games")).one()
        told = connection.execute(sa.text("SELECT kind, seat FROM club_outbox WHERE match = :match"), {"match": match})
        assert ("accepted", "red") in [tuple(one) for one in told]
    assert (row.pace, bool(row.rated)) == ('{"kind":"daily","days":5,"hours":12}', False)


def test_either_seat_and_a_pair_of_games(marta: Browser, jaro: Browser) -> None:
    match = accept(jaro, put_up(marta))
    assert {seat_of(marta, match), seat_of(jaro, match)} == {"red", "blue"}
    first = accept(jaro, put_up(marta, pair=True))
    second = next(one for one in mine(jaro) if one not in (match, first))
    assert seat_of(marta, first) == seat_of(jaro, second) != seat_of(marta, second) == seat_of(jaro, first)
    names = {row["game"]["id"]: row["game"]["name"] for row in marta.done("GET", "club/games")["mine"]}
    assert names[second] == f"{names[first]}, return match"


def test_of_two_who_accept_at_once_one_gets_it(marta: Browser, jaro: Browser, lena: Browser) -> None:
    challenge = put_up(marta)
    path = f"club/challenges/{challenge['id']}/accept"
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda one: one.ask("POST", path), (jaro, lena)))
    assert sorted(answer.status_code for answer in answers) == [201, 404]
    quicker = "Jaro R" if answers[0].status_code == 201 else "Lena B"
    late = lena if quicker == "Jaro R" else jaro
    (said,) = [answer.json()["error"] for answer in answers if answer.status_code == 404]
    assert said == f"{quicker} has already accepted this challenge."
    assert late.refused("POST", path) == said
    assert len(mine(marta)) == 1
    assert mine(late) == []


def test_a_challenge_is_withdrawn_by_its_member_alone(marta: Browser, jaro: Browser) -> None:
    challenge = put_up(marta)
    path = f"club/challenges/{challenge['id']}"
    assert jaro.refused("DELETE", path) == "There is no such challenge."
    marta.done("DELETE", path)
    assert listed(jaro) == []
    assert jaro.refused("POST", f"{path}/accept") == "Marta K withdrew this challenge."
    assert marta.refused("DELETE", path) == "Marta K withdrew this challenge."


def test_a_challenge_expires(marta: Browser, jaro: Browser) -> None:
    challenge = put_up(marta)
    past = sa.text("UPDATE club_challenges SET expires = '2020-01-01T00:00:00.000000Z'")
    club_of(marta).write(lambda connection: connection.execute(past))
    assert listed(jaro) == listed(marta) == []
    accepted = f"club/challenges/{challenge['id']}/accept"
    assert jaro.refused("POST", accepted) == "This challenge has expired."


def test_a_challenge_whose_options_are_gone_spoils_no_list(marta: Browser, jaro: Browser) -> None:
    challenge = put_up(marta)
    gone = sa.text("""UPDATE club_challenges SET options = '{"wings": true}'""")
    club_of(marta).write(lambda connection: connection.execute(gone))
    assert listed(jaro) == []
    assert "wings" in jaro.refused("POST", f"club/challenges/{challenge['id']}/accept")


def test_a_challenge_for_one_member(marta: Browser, jaro: Browser, lena: Browser) -> None:
    challenge = put_up(marta, audience="member", member="jaro-r")
    assert challenge["to"] == "Jaro R"
    assert listed(lena) == []
    assert lena.refused("POST", f"club/challenges/{challenge['id']}/accept") == "There is no such challenge."
    match = accept(jaro, listed(jaro)[0])
    assert jaro.done("GET", "club/games")["mine"][0]["sight"] == "private"
    assert lena.ask("GET", f"matches/{match}").status_code == 403
    put_up(marta, audience="member", member="Jaro R")
    jaro.done("DELETE", f"club/challenges/{listed(jaro)[0]['id']}")
    assert listed(marta) == []


def test_a_challenge_by_link(marta: Browser, jaro: Browser) -> None:
    challenge = put_up(marta, audience="link", seat="blue")
    path = f"club/challenges/{challenge['id']}"
    assert listed(jaro) == []
    visitor = another(marta)
    for wrong in ("", "?link=wrong"):
        assert visitor.refused("GET", path + wrong) == "There is no such challenge."
    seen = visitor.done("GET", f"{path}?link={challenge['link']}")
    assert (seen["seat"], seen["reason"]) == ("red", "Join or sign in to accept this challenge.")
    assert jaro.refused("POST", f"{path}/accept") == "There is no such challenge."
    assert visitor.refused("POST", f"{path}/accept", {"link": challenge["link"]}) == "Sign in first."
    assert seat_of(jaro, accept(jaro, challenge, link=challenge["link"])) == "red"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"game": "chess"}, "There is no game"),
        ({"edition": "second"}, "edition"),
        ({"options": {"wings": True}}, "wings"),
        ({"seat": "green"}, "“green” is not a seat here. Use blue, red."),
        ({"pair": True, "seat": "red"}, "In a pair, each player plays each seat once."),
        ({"lowest": 1800, "highest": 1200}, "The minimum rating is above the maximum. Swap them."),
        ({"audience": "member"}, "Name the member that may accept this challenge."),
        ({"member": "Jaro R"}, "Name the member that may accept this challenge."),
        ({"audience": "member", "member": "Nobody Here"}, "There is no member “Nobody Here”."),
        ({"audience": "member", "member": "Marta K"}, "You cannot challenge yourself."),
        ({"bot": "napoleon"}, "has no bot “napoleon”."),
        ({"pace": {"kind": "daily", "days": 0}}, "days"),
        ({"pace": {"kind": "yearly"}}, "yearly"),
        ({"game": "cauldron"}, "With these options, The Cauldron is for one player. A challenge must be for two."),
    ],
)
def test_a_wrong_challenge_gets_a_sentence(marta: Browser, wanted: Json, said: str) -> None:
    assert said in marta.refused("POST", "club/challenges", {"game": GAME, **wanted})
    assert listed(marta) == []


def test_challenges_are_for_members_and_ten_at_a_time(marta: Browser) -> None:
    assert another(marta).refused("POST", "club/challenges", {"game": GAME}) == "Sign in first."
    for _ in range(10):
        put_up(marta)
    assert marta.refused("POST", "club/challenges", {"game": GAME}).startswith("You have 10 open challenges.")


def test_challenges_for_the_member_alone_lead(marta: Browser, jaro: Browser) -> None:
    open_, mine = put_up(marta), put_up(marta, audience="member", member="Jaro R")
    assert [one["id"] for one in listed(jaro)] == [mine["id"], open_["id"]]
    assert [one["id"] for one in listed(marta)] == [open_["id"], mine["id"]]


def test_a_visitor_sees_the_challenges_that_are_open_to_all_members(marta: Browser, jaro: Browser) -> None:
    open_ = put_up(marta)
    put_up(marta, audience="member", member="Jaro R")
    put_up(marta, audience="link")
    (seen,) = another(marta).done("GET", "club/games")["challenges"]
    assert (seen["id"], seen["by"]["name"], seen["why"]) == (open_["id"], "Marta K", "Sign in first")


def test_a_challenge_for_some_ratings(marta: Browser, jaro: Browser) -> None:
    put_up(marta, lowest=1600, highest=1800)
    (seen,) = listed(jaro)
    assert seen["why"] == "You have 1500"
    said = "This challenge is only for ratings of 1600 to 1800. Your rating under these rules is 1500."
    assert (seen["reason"], jaro.refused("POST", f"club/challenges/{seen['id']}/accept")) == (said, said)
    assert mine(jaro) == []


# ---------------------------------------------------------------- bots and “Play now”


def test_bots_stand_among_the_members_and_accept_at_once(marta: Browser) -> None:
    rows = marta.done("GET", "club/members")
    assert [row["name"] for row in rows if not row["bot"]] == ["Marta K"]
    bots = {row["bot"]: row for row in rows if row["game"] == GAME}
    assert bots["captain"]["name"] == "Captain"
    standing = next(one for one in listed(marta, bots=True) if one["by"]["bot"] == "captain")
    match = accept(marta, standing)
    assert mine(marta) == [match]
    state = marta.done("GET", f"matches/{match}")
    assert sorted(state["seats"].values()) == ["captain", "human"]
    assert state["seats"][state["viewer"]] == "human"
    match = marta.done("POST", "club/challenges", {"game": GAME, "bot": "recruit", "seat": "red"})["match"]
    assert marta.done("GET", f"matches/{match}")["seats"] == {"blue": "recruit", "red": "human"}


def test_a_bot_moves_when_it_is_its_turn(marta: Browser) -> None:
    match = marta.done("POST", "club/challenges", {"game": GAME, "bot": "recruit", "seat": "red"})["match"]
    headers = {"origin": ADDRESS}
    with marta.client.websocket_connect(f"{test_seats.SOCKETS}/{match}/live", headers=headers) as tab:
        tab.send_json({"key": None})
        state = tab.receive_json()["state"]
        while state["decision"]["seat"] != "red":
            state = tab.receive_json().get("state", state)
    assert state["plies"] > 0


def test_play_now_joins_what_it_names_or_what_fits_or_puts_up_a_challenge(marta: Browser, jaro: Browser) -> None:
    offer = f"club/play?game={GAME}&pace=daily"
    wanted = {"game": GAME, "pace": "daily"}
    assert marta.done("GET", offer)["challenge"] is None
    waits = marta.done("POST", "club/play", wanted)
    assert (waits["match"], waits["challenge"]["pace"]) == ("", DAILY)
    assert marta.done("GET", offer)["challenge"] is None  # their own
    assert jaro.done("GET", f"club/play?game={GAME}&pace=live")["challenge"] is None
    assert jaro.done("GET", f"{offer}&rated=true")["challenge"] is None
    named = jaro.done("GET", offer)["challenge"]["id"]
    assert named == waits["challenge"]["id"]
    match = jaro.done("POST", "club/play", wanted | {"joins": named})["match"]
    assert mine(jaro) == [match]
    assert "already accepted this challenge" in jaro.refused("POST", "club/play", wanted | {"joins": named})
    # Somebody else put up one meanwhile.
    marta.done("POST", "club/play", wanted)
    assert jaro.done("POST", "club/play", wanted | {"pace": "either"})["match"]


def test_play_now_against_a_bot(marta: Browser) -> None:
    match = marta.done("POST", "club/play", {"game": GAME, "bot": True})["match"]
    assert "captain" in marta.done("GET", f"matches/{match}")["seats"].values()
    assert "is not a game for two here" in marta.refused("POST", "club/play", {"game": "cauldron", "bot": True})


# ---------------------------------------------------------------- rematch


def test_a_rematch_swaps_the_seats_and_keeps_the_terms(marta: Browser, jaro: Browser, lena: Browser) -> None:
    match = accept(jaro, put_up(marta, seat="red", pace=DAILY))
    path = f"club/games/{match}/rematch"
    assert marta.refused("POST", path) == "You can offer a rematch only when the game is over."
    finish(jaro, match)
    assert lena.ask("POST", path).status_code == 403
    offered = marta.done("POST", path)["challenge"]
    assert (offered["to"], offered["seat"], offered["pace"], offered["rematch"]) == ("Jaro R", "blue", DAILY, True)
    assert marta.refused("POST", path) == "You have already offered this rematch."
    assert listed(lena) == []
    again = jaro.done("POST", path)["match"]
    assert (seat_of(marta, again), seat_of(jaro, again)) == ("blue", "red")


def test_a_rematch_of_a_pair_repeats_both_games(marta: Browser, jaro: Browser) -> None:
    first = accept(jaro, put_up(marta, pair=True, pace=DAILY))
    (other,) = {row["game"]["id"] for row in marta.done("GET", "club/games")["mine"]} - {first}
    finish(jaro, first)
    assert marta.refused("POST", f"club/games/{first}/rematch") == "The other game of this pair is not over yet."
    finish(jaro, other)
    offered = marta.done("POST", f"club/games/{other}/rematch")["challenge"]
    assert (offered["pair"], offered["seat"], offered["pace"]) == (True, None, DAILY)
    assert marta.refused("POST", f"club/games/{first}/rematch") == "You have already offered this rematch."
    again = jaro.done("POST", f"club/games/{first}/rematch")["match"]
    (return_match,) = {row["game"]["id"] for row in marta.done("GET", "club/games")["mine"]} - {first, other, again}
    assert {seat_of(marta, again), seat_of(marta, return_match)} == {"blue", "red"}


def test_the_notice_of_each_game_of_a_pair_names_its_seat(marta: Browser, jaro: Browser) -> None:
    accept(jaro, put_up(marta, pair=True))
    mine = {row["game"]["id"]: row["mine"] for row in marta.done("GET", "club/games")["mine"]}
    club = marta.client.app.state.parts.access  # type: ignore[attr-defined]
    query = sa.select(OUTBOX.c.match, OUTBOX.c.seat).where(OUTBOX.c.kind == "accepted")
    assert {row.match: [row.seat] for row in club.read(lambda connection: connection.execute(query).all())} == mine


def test_a_rematch_against_a_bot_begins_at_once(marta: Browser) -> None:
    match = marta.done("POST", "club/challenges", {"game": GAME, "bot": "recruit", "seat": "blue"})["match"]
    finish(marta, match)
    again = marta.done("POST", f"club/games/{match}/rematch")["match"]
    assert marta.done("GET", f"matches/{again}")["seats"] == {"blue": "recruit", "red": "human"}


# ---------------------------------------------------------------- blocks, reports, sanctions


def test_a_blocked_member_neither_joins_nor_writes(marta: Browser, jaro: Browser) -> None:
    match = accept(jaro, put_up(marta))
    challenge = put_up(marta)
    marta.done("POST", "club/me/blocks", {"name": "Jaro R"})
    assert listed(jaro) == []
    assert jaro.refused("POST", f"club/challenges/{challenge['id']}/accept") == "There is no such challenge."
    to_marta = {"game": GAME, "audience": "member", "member": "Marta K"}
    assert jaro.refused("POST", "club/challenges", to_marta) == "Marta K does not accept challenges from you."
    assert (
        jaro.refused("POST", f"matches/{match}/chat", {"text": "Well?"}) == "Marta K does not accept messages from you."
    )
    assert "Unblock them first" in marta.refused(
        "POST", "club/challenges", {"game": GAME, "audience": "member", "member": "Jaro R"}
    )
    assert [row["name"] for row in marta.done("GET", "club/members") if row["blocked"]] == ["Jaro R"]
    marta.done("DELETE", "club/me/blocks/Jaro%20R")
    assert len(listed(jaro)) == 1
    jaro.done("POST", f"matches/{match}/chat", {"text": "Good game."})
    assert marta.refused("DELETE", "club/me/blocks/Jaro%20R") == "You have not blocked “Jaro R”."
    assert marta.refused("POST", "club/me/blocks", {"name": "Marta K"}) == "You cannot block yourself."


def test_a_line_and_a_game_are_reported_and_resolved(marta: Browser, jaro: Browser, lena: Browser) -> None:
    match = accept(jaro, put_up(marta))
    line = jaro.done("POST", f"matches/{match}/chat", {"text": "You cheat!"})
    path = f"club/games/{match}/reports"
    marta.done("POST", path, {"line": line["number"], "reason": "Insults me."})
    marta.done("POST", path, {"reason": "Does not play on."})
    assert "already reported this" in marta.refused("POST", path, {"reason": "Again."})
    assert marta.refused("POST", path, {"line": 99, "reason": "?"}) == "There is no such message."
    assert "Name the member" in jaro.refused("POST", path, {"line": line["number"], "reason": "Myself."})
    assert lena.ask("POST", path, {"reason": "Curious."}).status_code == 403
    club = club_of(marta)
    first, second = club.read(reports.queue)
    assert (first.by, first.about, first.text, first.reason) == ("Marta K", "Jaro R", "You cheat!", "Insults me.")
    assert (second.line, second.text) == (None, "")
    assert club.write(lambda connection: reports.resolve(connection, first.id, "Muted for three days."))
    assert not club.write(lambda connection: reports.resolve(connection, first.id, "Again."))
    assert [one.id for one in club.read(reports.queue)] == [second.id]
    assert [one.outcome for one in club.read(lambda c: reports.queue(c, resolved=True))] == ["Muted for three days."]


def test_a_muted_member_plays_but_does_not_write(marta: Browser, jaro: Browser) -> None:
    match = accept(jaro, put_up(marta, seat="red"))
    sanction(marta, "Jaro R", "mute")
    said = jaro.refused("POST", f"matches/{match}/chat", {"text": "Well?"})
    assert said.startswith("You cannot write to others until ")
    assert said.endswith("Questions? Write to Jan Novak, jan@example.org.")
    # Notes for oneself are no message, until they are shared.
    jaro.done("PUT", f"matches/{match}/study/notes/0", {"text": "Mine."})
    assert jaro.refused("PUT", f"matches/{match}/study", {"shared": True}) == said
    body = {"text": "done", "version": jaro.done("GET", f"matches/{match}")["version"]}
    jaro.done("POST", f"matches/{match}/actions", body)


@pytest.mark.parametrize(
    "ask",
    [
        lambda jaro, _: jaro.refused("POST", "club/challenges", {"game": GAME}),
        lambda jaro, challenge: jaro.refused("POST", f"club/challenges/{challenge}/accept"),
        lambda jaro, _: jaro.refused("POST", "club/play", {"game": GAME, "bot": True}),
        lambda jaro, _: jaro.refused("POST", f"club/challenges/{listed(jaro, bots=True)[0]['id']}/accept"),
        lambda jaro, _: listed(jaro, bots=True)[0]["reason"],
        lambda jaro, _: jaro.refused("POST", "matches", {"game": GAME}),
        lambda jaro, _: jaro.done("GET", "club/games")["suspended"],
    ],
)
def test_a_suspended_member_begins_no_game_but_finishes_their_own(
    marta: Browser, jaro: Browser, ask: Callable[[Browser, str], str]
) -> None:
    match, challenge = accept(jaro, put_up(marta, seat="red")), put_up(marta)
    sanction(marta, "Jaro R", "suspend")
    said = ask(jaro, challenge["id"])
    assert re.match(r"You cannot start games until [A-Z][a-z]+ \d{1,2}, \d{4}\. You can", said)
    assert "You can finish your games. Questions? Write to Jan Novak" in said
    finish(jaro, match)
    club_of(marta).write(
        lambda connection: reports.lift(connection, ways.by_name(connection, "Jaro R").id, "suspend")  # type: ignore[union-attr]
    )
    jaro.done("POST", "club/challenges", {"game": GAME})


def test_the_open_challenges_of_a_suspended_member_begin_no_game(marta: Browser, jaro: Browser) -> None:
    open_, linked = put_up(jaro), jaro.done("POST", "club/challenges", {"game": GAME, "audience": "link"})
    sanction(marta, "Jaro R", "suspend")
    for challenge, shown in ((open_["id"], None), (linked["challenge"]["id"], {"link": linked["link"]})):
        said = marta.refused("POST", f"club/challenges/{challenge}/accept", shown)
        assert said == "Jaro R withdrew this challenge."
    assert open_["id"] not in [one["id"] for one in marta.done("GET", "club/games")["challenges"]]


def test_a_muted_member_does_not_rename_a_game(marta: Browser, jaro: Browser) -> None:
    """Their opponent reads the name."""
    match = accept(jaro, put_up(marta))
    assert jaro.done("PATCH", f"matches/{match}", {"name": "Ours"})["name"] == "Ours"
    sanction(marta, "Jaro R", "mute")
    said = jaro.refused("PATCH", f"matches/{match}", {"name": "Yours, you fool"})
    assert said.startswith("You cannot write to others until ")
    assert marta.done("PATCH", f"matches/{match}", {"name": "Mine"})["name"] == "Mine"


def test_what_a_member_did_is_exported_and_leaves_with_them(marta: Browser, jaro: Browser) -> None:
    match = accept(jaro, put_up(marta))
    put_up(marta, audience="member", member="Jaro R")
    jaro.done("POST", "club/me/blocks", {"name": "Marta K"})
    jaro.done("POST", f"club/games/{match}/reports", {"reason": "Slow."})
    sanction(jaro, "Jaro R", "mute")
    put_up(jaro, seat="red", lowest=1400)
    held = jaro.done("GET", "club/me/export")
    assert [(one["seat"], one["lowest"]) for one in held["challenges"]] == [("red", 1400)]
    assert held["blocked"] == ["Marta K"]
    assert [(one["match"], one["reason"]) for one in held["reports"]] == [(match, "Slow.")]
    assert [(one["kind"], one["reason"]) for one in held["sanctions"]] == [("mute", "Shouts.")]
    jaro.done("DELETE", "club/me")
    assert listed(marta) == []
    club = club_of(marta)
    (report,) = club.read(reports.queue)
    assert (report.by, report.about) == ("a former member", "Marta K")
    with club.store.database.engine.connect() as connection:
        for table in ("club_blocks", "club_sanctions"):
            assert connection.execute(sa.text(f"SELECT count(*) FROM {table}")).scalar() == 0
        assert connection.execute(sa.text("SELECT taker FROM club_challenges")).scalars().all() == [""]


def test_the_operator_resolves_reports_and_sanctions(opens: Opens, tmp_path: Path, sink: Sink) -> None:
    marta = opens(written(tmp_path, sink, 'operators = ["Jan@example.org"]\n'))
    marta.join("Marta K")
    jaro, jan = another(marta), another(marta)
    jaro.join("Jaro R")
    match = accept(jaro, put_up(marta))
    line = jaro.done("POST", f"matches/{match}/chat", {"text": "You cheat!"})
    marta.done("POST", f"club/games/{match}/reports", {"line": line["number"], "reason": "Insults me."})
    assert marta.refused("GET", "club/reports") == "Only an operator of this club can do that."
    assert another(marta).refused("GET", "club/reports") == "Sign in first."
    ceremony, _ = jan.prove_mail("jan@example.org")
    jan.done("POST", "club/join", {"name": "Jan N", "ceremony": ceremony})
    assert [one.done("GET", "club")["operator"] for one in (marta, jan)] == [False, True]
    assert [one.done("GET", "club")["reports"] for one in (marta, jan)] == [0, 1]
    (report,) = jan.done("GET", "club/reports")
    assert (report["by"], report["about"], report["text"]) == ("Marta K", "Jaro R", "You cheat!")
    body = {"outcome": "Muted.", "sanction": "mute", "days": 3}
    assert marta.ask("POST", f"club/reports/{report['id']}", body).status_code == 403
    jan.done("POST", f"club/reports/{report['id']}", body)
    assert jan.done("GET", "club/reports") == []
    assert jan.refused("POST", f"club/reports/{report['id']}", body) == "There is no open report with this id."
    assert jaro.refused("POST", f"matches/{match}/chat", {"text": "Well?"}).startswith("You cannot write")


def test_a_reported_operator_leaves_the_report_to_another(opens: Opens, tmp_path: Path, sink: Sink) -> None:
    marta = opens(written(tmp_path, sink, 'operators = ["jan@example.org", "eva@example.org"]\n'))
    marta.join("Marta K")
    jan, eva = another(marta), another(marta)
    for one, name in ((jan, "Jan N"), (eva, "Eva L")):
        ceremony, _ = one.prove_mail(f"{name[:3].lower()}@example.org")
        one.done("POST", "club/join", {"name": name, "ceremony": ceremony})
    match = accept(jan, put_up(marta))
    marta.done("POST", f"club/games/{match}/reports", {"reason": "Threatens me."})
    (report,) = jan.done("GET", "club/reports")
    body = {"outcome": "Nothing to see."}
    answer = jan.ask("POST", f"club/reports/{report['id']}", body)
    assert (answer.status_code, "about you" in answer.json()["error"]) == (403, True)
    eva.done("POST", f"club/reports/{report['id']}", body)
    assert jan.done("GET", "club")["reports"] == 0
