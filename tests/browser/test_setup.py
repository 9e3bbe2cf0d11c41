"""The setup screen: presets, options, seats, dice, a folder of one's own; what it remembers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from mamayev.engine.registry import find, names

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
# The game that has everything which the sheet can show.
GAME = next(g for g in map(find, names()) if g.presets and g.bots and g.component_files and len(g.editions) > 1)
PRESET = GAME.name


def setup_of(at: Table) -> Any:
    """How the open match was set up."""
    return at.server.get(f"/api/matches/{at.match}/setup")


def start(at: Table, game: str = PRESET) -> None:
    """The start page with a game chosen."""
    at.open()
    at.page.locator(f'[data-set-up="{game}"]').click()
    expect(at.page.locator("[data-begin]")).to_be_visible()


def fold(at: Table, name: str) -> None:
    """Open a folded part of the sheet."""
    at.page.locator(f'[data-group="{name}"] > summary').click()


def begin(at: Table) -> None:
    at.page.locator("[data-begin]").click()
    expect(at.page.get_by_role("group", name="Board")).to_be_visible()


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.name)
def test_a_preset_is_played_as_it_says(preset: Any, table: Open) -> None:
    at = table()
    start(at)
    at.page.locator(f'[data-choice="{preset.name}"]').check()
    begin(at)
    found = setup_of(at)
    assert found["edition"] == preset.edition
    assert found["options"] == GAME.check_options(preset.options)
    expect(at.page.locator("[data-advice]")).to_have_count(1 if preset.hints else 0)


def test_what_is_changed_from_a_preset_is_said_and_changed_back(table: Open) -> None:
    option = next(option for option in GAME.options if option.choices)
    at = table()
    start(at)
    at.page.locator(f'[data-choice="{GAME.presets[0].name}"]').check()
    at.page.locator("summary", has_text=option.group).click()
    field = at.page.locator(f'[data-option="{option.name}"]')
    field.get_by_role("combobox").select_option(label=option.labels[-1])
    expect(field).to_contain_text(f"changed from “{GAME.presets[0].title}”")
    field.get_by_role("button", name="Reset").click()
    expect(field).not_to_contain_text("changed from")
    field.get_by_role("combobox").select_option(label=option.labels[-1])
    begin(at)
    assert setup_of(at)["options"][option.name] == option.choices[-1]
    at.page.get_by_role("button", name="Menu").click()
    shown = at.page.locator("[data-setup]")
    expect(shown).to_contain_text(option.title)
    expect(shown).to_contain_text(option.labels[-1], ignore_case=True)
    assert at.axe() == []


def test_a_clause_is_read_beside_the_set_up(table: Open) -> None:
    option = next(option for option in GAME.options if not option.choices and option.clauses)
    at = table()
    start(at)
    fold(at, option.group)
    field = at.page.locator(f'[data-option="{option.name}"]')
    field.get_by_role("checkbox").check()
    with at.page.context.expect_page() as opened:
        field.get_by_role("link").first.click()
    expect(opened.value.locator(f"text={option.clauses[0]}").first).to_be_visible()
    opened.value.close()
    expect(field.get_by_role("checkbox")).to_be_checked()


def test_an_invited_player_sees_by_which_rules_a_private_game_is_played(server: Server, table: Open) -> None:
    """Only the creator chose them. The seed stays hidden until the game is over."""
    option = next(one for one in GAME.options if one.labels)
    options = {option.name: option.choices[-1]}
    begun = server.post("/api/matches", {"game": GAME.name, "seed": 7654321, "held": True, "options": options})
    at = table()
    at.page.goto(f"{server.url}/#/match/{begun['id']}/{next(iter(begun['keys'].values()))}")
    at.page.get_by_role("button", name="Menu").click()
    shown = at.page.locator("[data-setup]")
    expect(shown).to_contain_text(option.title)
    expect(shown).to_contain_text(option.labels[-1], ignore_case=True)
    expect(shown).to_contain_text(GAME.editions[0])
    expect(shown).not_to_contain_text("7654321")


def test_another_edition_than_the_presets_is_said_and_tells_games_apart(table: Open) -> None:
    other = next(edition for edition in GAME.editions if edition != GAME.presets[1].edition)
    at = table()
    start(at)
    at.page.locator(f'[data-choice="{GAME.presets[1].name}"]').check()
    begin(at)
    plain = at.match
    start(at)
    at.page.locator(f'[data-choice="{GAME.presets[1].name}"]').check()
    fold(at, "Edition")
    at.page.locator(f'[data-choice="{other}"]').check()
    fold(at, "dice")
    at.page.locator('[data-choice="hand"]').check()
    form = at.page.get_by_role("form", name="New game")
    expect(form).to_contain_text(f"Changed from {GAME.presets[1].title}")
    expect(form.locator("[data-summary]")).to_contain_text(f"edition {other}")
    begin(at)
    at.page.goto(f"{at.server.url}/#/")
    row = at.page.locator(f'[data-match="{plain}"]')
    expect(row).to_contain_text(GAME.presets[1].title)
    expect(row).not_to_contain_text("edition")
    numbered = at.server.get(f"/api/matches/{at.server.begin(PRESET)}")["name"]
    assert numbered.startswith(f"{GAME.title} ")
    changed = at.page.locator("[data-match]").first
    expect(changed).to_contain_text(f"edition {other}")
    expect(changed).to_contain_text("changed")
    expect(changed).to_contain_text("own dice and cards")


def test_the_set_up_is_done_with_the_keyboard_alone(table: Open) -> None:
    at = table(width=400, height=800)
    start(at)
    press = at.page.keyboard.press
    expect(at.page.locator('[name="preset"]:checked')).to_be_focused()
    press("ArrowDown")
    fold(at, "name")
    at.page.locator('[name="preset"]:checked').focus()
    expect(at.page.locator(f'[data-choice="{GAME.presets[1].name}"]')).to_be_checked()
    reached = set()
    for _ in range(40):
        press("Tab")
        reached.add(at.page.evaluate("document.activeElement.id || document.activeElement.tagName"))
        if at.page.locator("#seed:focus").count():
            at.page.keyboard.type("4711")
        if at.page.locator("[data-begin]:focus").count():
            break
    assert {"SUMMARY", "seed", "match-name", f"seat-{GAME.seats[0]}"} <= reached
    press("Enter")
    expect(at.page.get_by_role("group", name="Board")).to_be_visible()
    assert (setup_of(at)["seed"], setup_of(at)["dice"]) == (4711, "seeded")


def test_the_last_choices_are_remembered(table: Open) -> None:
    at = table()
    start(at)
    bot = next(iter(GAME.bots))
    at.page.locator(f'[data-choice="{GAME.presets[1].name}"]').check()
    fold(at, "dice")
    at.page.locator('[data-choice="hand"]').check()
    at.page.locator(f'[data-who="{GAME.seats[0]}:bot"]').check()
    at.page.locator(f'[data-bot="{GAME.seats[0]}:{bot}"]').check()
    expect(at.page.get_by_role("form", name="New game")).to_contain_text(GAME.bots[bot].doc)
    begin(at)
    assert at.state["seats"] == {GAME.seats[0]: bot}
    assert setup_of(at)["dice"] == "hand"
    at.page.goto(f"{at.server.url}/#/")
    at.page.reload()
    start(at)
    expect(at.page.locator(f'[data-choice="{GAME.presets[1].name}"]')).to_be_checked()
    expect(at.page.locator('[data-choice="hand"]')).to_be_checked()
    expect(at.page.locator(f'[data-bot="{GAME.seats[0]}:{bot}"]')).to_be_checked()
    at.page.locator("[data-usual]").click()
    expect(at.page.locator(f'[data-choice="{GAME.presets[0].name}"]')).to_be_checked()
    expect(at.page.locator('[data-choice="seeded"]')).to_be_checked()
    expect(at.page.locator(f'[data-who="{GAME.seats[0]}:human"]')).to_be_checked()
    expect(at.page.locator("[data-usual]")).to_have_count(0)


def test_own_cards_warn_of_what_is_drawn_face_down(table: Open) -> None:
    at = table()
    at.open()
    at.page.locator('[data-set-up="donnerschlag"]').click()
    form = at.page.get_by_role("form", name="New game")
    fold(at, "dice")
    said = form.get_by_text("what a bot or the rules draw face down")
    at.page.locator('[data-who="soviet:bot"]').check()
    expect(said).to_be_visible()
    at.page.locator('[data-who="soviet:human"]').check()
    at.page.locator('[data-who="axis:human"]').check()
    expect(said).to_have_count(0)


def test_components_of_ones_own_are_chosen_checked_and_kept(table: Open, tmp_path: Path) -> None:
    assert GAME.export_components is not None
    files = GAME.export_components(tmp_path)
    name = files[0].name
    text = files[0].read_text(encoding="utf-8")
    (tmp_path / "notes.txt").write_text("my own", encoding="utf-8")
    at = table()
    start(at)
    fold(at, "components")
    files[0].write_text("not = written = so", encoding="utf-8")
    at.page.locator("[data-components]").set_input_files([files[0], tmp_path / "notes.txt"])
    row = at.page.locator(f'[data-component="{name}"]')
    expect(row).to_contain_text("not valid TOML")
    expect(at.page.get_by_text("Ignored")).to_contain_text("notes.txt")
    expect(at.page.locator("[data-begin]")).to_be_disabled()
    files[0].write_text(text, encoding="utf-8")
    at.page.locator("[data-folder]").set_input_files(tmp_path)
    expect(row).to_contain_text("valid entries")
    begin(at)
    assert setup_of(at)["components"] == [file.name for file in files]


def test_an_export_of_the_workshop_is_taken_where_a_game_is_set_up(table: Open, tmp_path: Path) -> None:
    assert GAME.export_components is not None
    files = GAME.export_components(tmp_path)
    board = {"mamayev": "board", "game": GAME.name, "name": "mine", "files": {files[0].name: files[0].read_text()}}
    export, other = tmp_path / "mine.board.json", tmp_path / "other.board.json"
    export.write_text(json.dumps(board))
    other.write_text(json.dumps(board | {"game": "another"}))
    at = table()
    start(at)
    fold(at, "components")
    at.page.locator("[data-components]").set_input_files(other)
    expect(at.page.locator("[data-sheet]").get_by_role("alert")).to_contain_text("a board for another game")
    at.page.locator("[data-components]").set_input_files(export)
    expect(at.page.locator(f'[data-component="{files[0].name}"]')).to_contain_text("valid entries")
    begin(at)
    assert setup_of(at)["components"] == [files[0].name]


@pytest.mark.parametrize("width", [400, 1280])
def test_the_set_up_screen_is_accessible_and_narrow_enough(width: int, table: Open) -> None:
    at = table(width=width, height=800)
    start(at)
    for summary in at.page.locator("[data-sheet] summary").all():
        summary.click()
    assert at.axe() == []
    assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_any_bot_is_asked_for_its_advice(server: Server, table: Open) -> None:
    match = server.begin(PRESET)
    server.reach(match, lambda decision: len(decision["actions"]) > 6)
    at = table()
    at.open(match)
    at.page.keyboard.press("i")
    expect(at.page.get_by_role("button", name="Play it")).to_be_visible()
    for name in list(GAME.bots) if len(GAME.bots) > 1 else []:
        at.page.locator("[data-adviser]").select_option(name)
        hint = server.post(f"/api/matches/{match}/hint", {"bot": name})
        expect(at.page.get_by_role("status", name="Hint")).to_contain_text(hint["why"])
    assert at.axe() == []
