"""Someone to play with, in real browsers: two members who meet in the lobby, and a bot that accepts at once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from . import test_club
from .test_club import Device, axe

pytestmark = pytest.mark.browser

club, club_file, sink = test_club.club, test_club.club_file, test_club.sink
contexts, devices, device = test_club.contexts, test_club.devices, test_club.device
Opens = Callable[[str], Device]


@pytest.fixture
def opens(devices: Callable[[], Device]) -> Opens:
    """Opens the lobby in a browser of its own, for a new member."""

    def open_lobby(name: str) -> Device:
        device = devices()
        device.join(name)
        device.page.reload()
        expect(device.page.locator("[data-lobby] [data-play-now]")).to_be_enabled()
        return device

    return open_lobby


def by(page: Page, name: str) -> str:
    return f"[data-challenge][data-by='{name}']"


def test_two_members_meet_by_a_challenge_and_one_makes_the_first_move(opens: Opens) -> None:
    marta, jaro = opens("Marta Meets").page, opens("Jaro Meets").page
    marta.locator("[data-new-challenge]").click()
    sheet = marta.get_by_role("dialog", name="New challenge")
    sheet.locator("[data-for=skirmish]").click()
    sheet.locator("[data-seat=blue]").click()
    sheet.locator("[data-days]").fill("7")
    sheet.locator("[data-put-up]").click()
    expect(sheet).to_have_count(0)
    mine = marta.locator(by(marta, "Marta Meets"))
    expect(mine.locator("[data-withdraw]")).to_be_visible()

    row = jaro.locator(by(jaro, "Marta Meets"))
    expect(row).to_contain_text("Red")
    expect(row).to_contain_text("7 days + 12 h per turn")
    expect(row).to_contain_text("Friendly")
    accept = row.locator("[data-accept]")
    expect(accept).to_have_attribute(
        "aria-label", re.compile("Accept Skirmish at the Village.*against Marta Meets", re.I)
    )
    accept.click()
    expect(jaro.get_by_role("group", name="Board")).to_be_visible()

    game = marta.locator("[data-your-games] [data-match]")
    expect(game).to_contain_text("against Jaro Meets")
    expect(game).to_contain_text("you play Blue")
    expect(mine).to_have_count(0)
    game.locator("[data-resume]").click()
    expect(marta.get_by_role("group", name="Board")).to_be_visible()
    match = marta.url.rsplit("/", 1)[1]
    assert jaro.url.endswith(match)
    moved = "id => fetch(`/api/matches/${id}`).then(a => a.json()).then(s => s.plies)"
    before = marta.evaluate(moved, match)
    marta.evaluate(
        """async id => {
            const state = await (await fetch(`/api/matches/${id}`)).json();
            const body = JSON.stringify({ version: state.version, text: "done" });
            await fetch(`/api/matches/${id}/actions`, {
                method: "POST", body, headers: { "content-type": "application/json" } });
        }""",
        match,
    )
    assert jaro.evaluate(moved, match) > before


def test_a_phone_says_all_that_is_accepted(opens: Opens) -> None:
    marta, page = opens("Marta With A Name"), opens("Jaro On The Phone").page
    game = {"game": "donnerschlag", "pace": {"kind": "daily", "days": 7, "hours": 48}, "rated": True}
    marta.done("POST", "club/challenges", game)
    page.set_viewport_size({"width": 390, "height": 844})
    told = page.locator(by(page, "Marta With A Name")).locator(".phone")
    for words in ("Marta With A Name", "new member", "daily", "7 days + 48 h per turn", "rated"):
        expect(told).to_contain_text(words)
    assert told.evaluate("one => one.scrollWidth <= one.clientWidth")


WIDE = "W" * 20
FITS = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
APART = """([one, other]) => {
    const [a, b] = [one, other].map((each) => each.getBoundingClientRect());
    return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}"""


def test_a_name_of_twenty_wide_letters_leaves_room_for_all_else(opens: Opens) -> None:
    """In my games, in the challenges and in the header, on a wide page and on a phone."""
    wide, jaro = opens(WIDE), opens("Jaro Beside")
    daily = {"kind": "daily", "days": 5, "hours": 12}
    wanted = {"game": "skirmish", "pace": daily, "audience": "member", "member": WIDE, "seat": "red"}
    challenge = jaro.done("POST", "club/challenges", wanted)["challenge"]
    wide.done("POST", f"club/challenges/{challenge['id']}/accept")
    wide.done("POST", "club/challenges", {"game": "barbarossa", "pace": daily, "rated": True, "pair": True})
    page = jaro.page
    row = page.locator("[data-your-games] [data-match]")
    said = row.locator(".what > .quiet")
    for width in (1440, 1100, 390, 360):
        page.set_viewport_size({"width": width, "height": 844})
        expect(row.locator("[data-member]")).to_have_text(WIDE)
        expect(said).to_contain_text("you play Red")
        assert said.evaluate(FITS)
        parts = [row.locator(one).element_handle() for one in (".what", ".where", ".clock", ".buttons")]
        assert all(page.evaluate(APART, [one, other]) for one in parts for other in parts if one is not other), width
        for one in page.locator("[data-play-game] .cut-2").all():
            assert not one.is_visible() or one.evaluate(FITS)
    page.set_viewport_size({"width": 1440, "height": 900})
    seat = page.locator(by(page, WIDE)).locator(".seat")
    expect(seat).to_have_text("each side once")
    assert seat.evaluate(FITS)
    own = wide.page
    own.set_viewport_size({"width": 390, "height": 844})
    expect(own.locator("[data-entry]")).to_be_in_viewport(ratio=1)
    assert own.get_by_text("Tuesday Club", exact=True).first.evaluate(FITS)


def test_the_imports_are_right_below_the_left_side_of_the_lobby(opens: Opens) -> None:
    page = opens("Importer").page
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator("[data-lobby] [data-game]").first).to_be_visible()
    places = [page.locator(one).bounding_box() for one in (".lobby-left", "section.bring", ".lobby-right")]
    left, below, right = [place or pytest.fail("not shown") for place in places]
    end = left["y"] + left["height"]
    assert end < below["y"] < end + 32
    assert right["y"] == left["y"]


def test_a_visitor_sees_who_wants_to_play_and_joins_there(opens: Opens, device: Device) -> None:
    marta = opens("Marta Calls")
    marta.done("POST", "club/challenges", {"game": "skirmish"})
    page = device.page
    page.reload()
    row = page.locator(by(page, "Marta Calls"))
    expect(row).to_contain_text("Skirmish at the Village")
    expect(row.get_by_role("button")).to_have_count(1)
    row.locator("[data-why]").click()
    sheet = page.get_by_role("dialog", name="Join Tuesday Club")
    expect(sheet.locator("[data-leads-to]")).to_contain_text("then the lobby")
    sheet.locator("[data-name]").fill("Heard The Call")
    sheet.locator("[data-passkey]").click()
    expect(sheet.get_by_text("Created: Chrome on Linux")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(by(page, "Marta Calls")).locator("[data-accept]").click()
    expect(page.get_by_role("group", name="Board")).to_be_visible()


def test_of_two_who_accept_one_is_told_who_was_quicker(opens: Opens) -> None:
    marta, jaro, lena = opens("Marta Waits"), opens("Jaro Quick"), opens("Lena Late")
    marta.done("POST", "club/challenges", {"game": "skirmish"})
    row = lena.page.locator(by(lena.page, "Marta Waits"))
    row.hover()  # the rows under the pointer stay where they are
    jaro.page.locator(f"{by(jaro.page, 'Marta Waits')} [data-accept]").click()
    expect(jaro.page.get_by_role("group", name="Board")).to_be_visible()
    row.locator("[data-accept]").click()
    expect(row.get_by_role("alert")).to_have_text("Jaro Quick has already accepted this challenge.")
    lena.page.mouse.move(1, 1)
    expect(row).to_have_count(0)


def test_play_now_says_what_it_does_before_the_click(opens: Opens) -> None:
    marta, jaro = opens("Marta Plays").page, opens("Jaro Plays").page
    for page in (marta, jaro):
        page.locator("[data-play-game=skirmish]").click()
        page.get_by_role("button", name="Friendly", exact=True).click()
    button = marta.locator("[data-play-now]")
    expect(button).to_contain_text("posts a challenge, open for 14 days")
    button.click()
    waits = marta.get_by_text("Your challenge is posted.")
    expect(waits).to_be_visible()
    button = jaro.locator("[data-play-now]")
    expect(button).to_contain_text("joins Marta Plays; either seat")
    button.click()
    expect(jaro.get_by_role("group", name="Board")).to_be_visible()
    expect(marta.locator("[data-your-games] [data-match]")).to_contain_text("against Jaro Plays")
    expect(waits).to_have_count(0)


def test_play_now_against_a_bot(opens: Opens) -> None:
    device = opens("Bot Player")
    page = device.page
    page.locator("[data-play-game=skirmish]").click()
    page.locator("[data-opponent=bot]").click()
    button = page.locator("[data-play-now]")
    expect(button).to_contain_text("starts a game against Captain with no clock")
    button.click()
    expect(page.get_by_role("group", name="Board")).to_be_visible()
    (row,) = device.done("GET", "club/games")["mine"]
    assert page.url.endswith(row["game"]["id"])
    page.goto(page.url.split("#")[0])
    told = page.locator("[data-your-games] [data-match]")
    expect(told).to_contain_text("against Captain")
    expect(told.locator("[data-no-clock]")).to_have_text("no clock")


@pytest.mark.parametrize(
    ("game", "rivals", "does"),
    [
        ("inferno", ["A member", "A bot", "Nobody"], "starts a game against the rules"),
        ("cauldron", ["Nobody"], "starts a game that you play alone"),
    ],
)
def test_play_now_alone(opens: Opens, game: str, rivals: list[str], does: str) -> None:
    """In Inferno, the rules can play the Soviet side. The Cauldron is for one player."""
    page = opens(f"Alone {game}").page
    players = {"inferno": "1 to 3 players", "cauldron": "1 player"}
    expect(page.locator(f"[data-game={game}]")).to_contain_text(players[game])
    page.locator(f"[data-play-game={game}]").click()
    expect(page.get_by_role("group", name="Opponent").get_by_role("button")).to_have_text(rivals)
    page.locator("[data-opponent=nobody]").click()
    button = page.locator("[data-play-now]")
    expect(button).to_contain_text(does)
    button.click()
    expect(page.get_by_role("group", name="Board")).to_be_visible()


def test_a_challenge_by_link_is_accepted_by_somebody_who_joins_there(opens: Opens, device: Device) -> None:
    marta = opens("Marta Links").page
    marta.locator("[data-new-challenge]").click()
    sheet = marta.get_by_role("dialog", name="New challenge")
    sheet.locator("[data-for=skirmish]").click()
    sheet.locator("[data-whom=link]").click()
    sheet.locator("[data-put-up]").click()
    link = sheet.locator("[data-challenge-link]").input_value()
    page = device.page
    page.goto(link)
    expect(page.get_by_role("heading", name="Marta Links has challenged you")).to_be_visible()
    page.locator("[data-join-first]").click()
    joining = page.get_by_role("dialog")
    joining.locator("[data-name]").fill("Came By Link")
    joining.locator("[data-passkey]").click()
    expect(joining.get_by_text("Created: Chrome on Linux")).to_be_visible()
    joining.locator("[data-done]").click()
    expect(joining.get_by_role("alert")).to_contain_text("You have not saved your recovery codes.")
    joining.get_by_role("button", name="Leave without codes").click()
    page.locator("[data-accept]").click()
    expect(page.get_by_role("group", name="Board")).to_be_visible()


def test_the_keyboard_leads_to_the_parts_of_the_lobby(opens: Opens) -> None:
    device = opens("Key Presser")
    for _ in range(2):
        device.done("POST", "club/challenges", {"game": "skirmish", "bot": "captain"})
    page = device.page
    rows = page.locator("[data-your-games] [data-row-button]")
    expect(rows).to_have_count(2)
    page.keyboard.press("g")
    expect(rows.nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("c")
    expect(page.locator("[data-challenges] [data-row-button]").first).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("[data-challenge-kind=all]")).to_be_focused()
    page.keyboard.press("p")
    expect(page.locator("[data-play-now]")).to_be_focused()


def test_a_challenge_that_cannot_be_put_up_says_why_and_keeps_what_was_chosen(opens: Opens) -> None:
    page = opens("Wrong Terms").page
    page.locator("[data-new-challenge]").click()
    sheet = page.get_by_role("dialog", name="New challenge")
    sheet.locator("[data-for=skirmish]").click()
    sheet.locator("[data-whom=member]").click()
    sheet.locator("[data-member]").fill("Nobody Here")
    sheet.locator("[data-put-up]").click()
    expect(sheet.get_by_role("alert")).to_have_text("There is no member “Nobody Here”.")
    expect(sheet.locator("[data-member]")).to_have_value("Nobody Here")


def test_a_member_changes_their_name_and_the_label_of_a_passkey(opens: Opens) -> None:
    page = opens("Old Name").page
    page.locator("[data-entry]").click()
    sheet = page.get_by_role("dialog", name="Your account")
    sheet.locator("[data-rename-me]").click()
    sheet.locator("[data-new-name]").fill("admin")
    sheet.locator("[data-save-name]").click()
    expect(sheet.get_by_role("alert")).to_contain_text("is reserved")
    sheet.locator("[data-new-name]").fill("New Name")
    sheet.locator("[data-save-name]").click()
    expect(page.locator("[data-entry]")).to_have_text("New Name")
    sheet.locator("[data-rename-passkey]").click()
    sheet.locator("[data-label]").fill("My desk")
    sheet.locator("[data-save-label]").click()
    expect(sheet.get_by_text("Passkey: My desk")).to_be_visible()


def test_a_player_lets_everyone_watch_reports_and_offers_a_rematch(opens: Opens, device: Device) -> None:
    marta, jaro = opens("Marta Again"), opens("Jaro Again")
    challenge = marta.done(
        "POST", "club/challenges", {"game": "skirmish", "audience": "member", "member": "Jaro Again", "seat": "blue"}
    )["challenge"]
    match = jaro.done("POST", f"club/challenges/{challenge['id']}/accept")["match"]
    jaro.done("POST", f"matches/{match}/chat", {"text": "Boo!"})
    page = marta.page
    page.goto(page.url.split("#")[0] + f"#/play/{match}")
    page.locator("[data-people-button]").click()
    expect(page.locator("[data-sight]")).to_have_value("private")
    page.locator("[data-sight]").select_option("public")
    expect(page.locator("[data-played-by]")).to_be_visible()  # the last part of the panel that loads
    page.locator("[data-report]").click()
    dialog = page.get_by_role("dialog", name="Report to the operator")
    dialog.locator("[data-report-line]").check()
    dialog.locator("[data-reason]").fill("Shouts.")
    dialog.locator("[data-send-report]").click()
    expect(dialog.get_by_text("Sent. The operator will look at it.")).to_be_visible()
    device.page.reload()  # a visitor
    expect(device.page.locator(f"[data-watch='{match}']")).to_contain_text("Marta Again : Jaro Again")

    version = jaro.done("GET", f"matches/{match}")["version"]
    jaro.done("POST", f"matches/{match}/resign", {"version": version})
    page.goto(page.url.split("#")[0] + f"#/play/{match}")
    page.reload()
    page.locator("[data-rematch]").click()
    expect(page.get_by_text("Offered. Jaro Again can accept.")).to_be_visible()
    row = jaro.page.locator(by(jaro.page, "Marta Again"))
    expect(row).to_contain_text("rematch")
    expect(row).to_contain_text("Blue")
    again = jaro.done("POST", f"club/games/{match}/rematch")["match"]
    expect(page.get_by_text("Jaro Again has accepted.")).to_be_visible()
    page.locator("[data-begun]").click()
    expect(page).to_have_url(re.compile(re.escape(again)))


def test_members_are_listed_challenged_and_blocked(opens: Opens) -> None:
    opens("Listed Member")
    page = opens("Lister").page
    page.goto(page.url.split("#")[0] + "#/members")
    page.locator("[data-member-filter]").fill("listed")
    row = page.locator("[data-member-row='Listed Member']")
    expect(row).to_be_visible()
    row.locator("[data-challenge-member]").click()
    sheet = page.get_by_role("dialog", name="New challenge")
    expect(sheet.locator("[data-member]")).to_have_value("Listed Member")
    page.keyboard.press("Escape")
    row.locator("[data-block]").click()
    expect(row.get_by_role("button", name="Unblock")).to_be_visible()
    expect(row.locator("[data-challenge-member]")).to_have_count(0)


def test_the_dialogs_and_the_lists_pass_axe(opens: Opens) -> None:
    page = opens("Axe Lobby").page
    page.locator("[data-new-challenge]").click()
    expect(page.locator("[data-put-up]")).to_be_visible()
    assert axe(page) == []
    page.keyboard.press("Escape")
    page.goto(page.url.split("#")[0] + "#/members")
    expect(page.locator("[data-member-row]").first).to_be_visible()
    assert axe(page) == []


def test_the_lobby_follows_the_club_and_says_how_many_members_are_here(opens: Opens) -> None:
    marta = opens("Marta Follows").page
    asked: list[str] = []
    marta.on("request", lambda request: asked.append(request.url))
    here = marta.locator("[data-present]")
    expect(here).to_have_text(re.compile(r"^\d+ of \d+ members? here$"))
    jaro = opens("Jaro Follows").page
    expect(jaro.locator("[data-present]")).to_have_text(re.compile(r"^([2-9]|\d\d) of \d+ members here$"))
    marta.locator("[data-new-challenge]").click()
    sheet = marta.get_by_role("dialog", name="New challenge")
    sheet.locator("[data-for=skirmish]").click()
    sheet.locator("[data-put-up]").click()
    expect(jaro.locator(by(jaro, "Marta Follows"))).to_be_visible()
    asked.clear()
    jaro.locator(by(jaro, "Marta Follows")).locator("[data-accept]").click()
    expect(jaro.get_by_role("group", name="Board")).to_be_visible()
    expect(marta.locator("[data-your-games] [data-match]")).to_be_visible()
    # It came without a question.
    assert not [url for url in asked if url.endswith("/api/club/games")]
