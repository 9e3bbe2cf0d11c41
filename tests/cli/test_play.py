"""A game in the terminal, typed line by line into a pipe."""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from mamayev.cli.screen import Screen
from mamayev.engine.notation import CHANCE_VERBS, VERB
from mamayev.engine.procedure import Order
from mamayev.engine.registry import find, names
from mamayev.match.match import Record

from .conftest import last

Command = Callable[..., Any]


def test_a_whole_game_ends_with_the_sum_line_by_line(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("play", tiny, "--dice", "hand", typed="1\n4\n" * 6)
    assert done.code == 0
    assert "North: Go or rest. Step on, or rest?  [TINY-GO-01]" in done.out
    assert "   1  The north runner steps to field 1  (17% back)  step north 1" in done.out
    assert re.search(r"North's field +\+3", done.out)
    assert re.search(r"Points +0", done.out)
    assert "nobody wins" in done.out
    assert "--resume" not in done.out
    assert [line for line in last().log if line.startswith("step")] == [
        f"step {seat} {n}" for n in (1, 2, 3) for seat in ("north", "south")
    ]


def test_a_preset_is_played_and_options_change_it(mamayev_command: Command, tiny: str) -> None:
    game = next(find(name) for name in names() if find(name).presets)
    chosen = game.presets[-1]
    switch = next(option.name for option in game.options if option.type == "bool")
    assert mamayev_command("play", game.name, "--preset", chosen.name, typed="1\n").code == 0
    assert (last(game.name).edition, last(game.name).options) == (chosen.edition, game.check_options(chosen.options))
    for value in (True, False):
        mamayev_command("play", game.name, "--preset", chosen.name, "--option", f"{switch}={value}", typed="1\n")
        assert last(game.name).options == game.check_options({**chosen.options, switch: value})
    refused = mamayev_command("play", game.name, "--preset", "chess")
    assert (refused.code, refused.out) == (2, "")
    assert f"no preset “chess”; it has {', '.join(one.name for one in game.presets)}." in refused.err


def test_a_hint_tells_what_the_turn_is_for_and_what_speaks_for_it(mamayev_command: Command) -> None:
    set_up = "historical\nconfirm\n" * 2
    out = mamayev_command("play", "barbarossa", "--plain", "--seed", "3", typed=f"{set_up}hint staff\n").out
    for ground in ("Hoped for", "It costs", "Next best", "Otherwise"):
        assert re.search(rf"^    {ground}: .*\d", out, re.MULTILINE), ground


def test_attacks_are_listed_with_their_expected_losses_and_made(mamayev_command: Command) -> None:
    set_up, sides = "historical\nconfirm\n" * 2, ("--seat", "german=human", "--seat", "russian=human")
    typed = f"attacks\n{set_up}attacks\nattacks w6\nattacks W6 3-1\nattacks W6 3-1\nattacks W6 9-1\nattacks A1\n"
    done = mamayev_command("play", "barbarossa", "--plain", *sides, typed=typed)
    assert "No attack can be prepared now." in done.out + done.err
    assert re.search(
        r"^ *W6 +7-1  expected: kills 8, costs 2, hex 100% cleared  W6: 10th Army$", done.out, re.MULTILINE
    )
    assert "XLVII Panzer Corps, XLVIII Panzer Corps, LVII Panzer Corps against 10th Army: 23 to 7, 3-1." in done.out
    assert len([line for line in last("barbarossa").log if line.startswith("move")]) == 3
    assert "The units of this attack are in place." in done.out
    assert "W6 cannot be attacked at “9-1”." in done.out + done.err
    assert "There is no attack on “A1” now." in done.out + done.err


def test_the_table_is_shown_by_the_sides_that_control_it(mamayev_command: Command, tiny: str) -> None:
    out = mamayev_command("play", tiny, "--plain").out
    assert "Northern spaces:\nField 0: North runner; South runner\n" in out
    assert "Southern spaces:\nField 5: key, Flag\n" in out
    assert "Bonus North: 0, from cards\n" in out
    assert "Held: Wind: It blows from the west.\n" in out
    assert "Field 3" not in out
    assert "Field 3" in mamayev_command("play", tiny, "--plain", typed="board all").out


def test_blocks_show_their_steps_to_their_owner_and_are_counted_for_the_enemy(mamayev_command: Command) -> None:
    sides = ("--seat", "german=human", "--seat", "soviet=human", "--option", "soviet_side=player")
    out = mamayev_command("play", "inferno", "--seed", "1", "--plain", *sides).out
    assert "W Latashanka: 2nd Panzer Regiment (4 steps);" in out
    assert re.search(r"\n13 Central Landing: key, 1 hidden Soviet piece\n", out)
    assert re.search(r"\nReinforcement chart, row 1: \d hidden German pieces\n", out)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("step north 5", "A step goes one field, not to 5.  [TINY-GO-02]"),
        ("why step north 5", "A step goes one field, not to 5.  [TINY-GO-02]"),
        ("why south", "That is the other side's runner.  [TINY-GO-01]"),
        ("why rest", "“rest” is allowed now."),
        ("why die", "Die is not part of this decision: Step on, or rest?  [TINY-GO-01]"),
        ("why", "Name something: why ACTION, why PIECE, why SPACE, why CARD or why VERB."),
        ("hop", "There is no action “hop”. Possible now: step, rest, resign; help lists the commands."),
        ("9", "The actions are numbered 1 to 3."),
        ("9" * 5000, "There is no action"),
        ("²", "There is no action “²”."),
        ("?", "Type an action's number or its text"),
        ("step norht 1", "There is no piece “norht”. Do you mean north?"),
        ("step", "   1  The north runner steps to field 1  (17% back)  step north 1\n> "),
        ("actions card", "   2  Rest and draw a card  rest"),
        ("rule tiny-go-02", "Our reading: There is no field after the last."),
        ("rule bonus", "A rest draws a bonus card.  [TINY-CARD-01]"),
        ("rule xyzzy", "No clause contains “xyzzy”."),
        ("chart s", "Table S: stumbling"),
        ("chart", "The charts are: S (Table S: stumbling)."),
        ("card 3", "Bonus cards 3: Bonus 3"),
        ("card", "Bonus cards: 1, 2, 3, 4"),
        ("look 2", "control: Northern"),
        ("look nowhere", "There is no space “nowhere”."),
        ("hint", "The north runner steps to field 1  step north 1"),
        ("hint cheat", "The bot “cheat” chose “step north 5”, which is not allowed here."),
        ("undo", "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
        ("more", "There is nothing more to show."),
        ("log x", "log takes a number, not “x”."),
        ("seat", "Now north is played by a human, south is played by a human."),
        ("seat west random", "no seat “west”"),
        ("save", "Name a file: save FILE."),
        ("save /no/such/folder/x", "Cannot write /no/such/folder/x: No such file or directory."),
        ("load /no/such/file", "Cannot read /no/such/file: No such file or directory."),
        ("help", "help: this list"),
        ("resign\nno", "Canceled."),
        ("resign\nyes", "south wins"),
    ],
)
def test_answers(mamayev_command: Command, tiny: str, typed: str, answer: str) -> None:
    done = mamayev_command("play", tiny, "--seed", "4", "--plain", typed=typed + "\nboard\n")
    assert done.code == 0
    assert done.err == ""
    assert answer in done.out


def test_undo_stops_at_the_barrier_and_practice_goes_on(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("play", tiny, "--seed", "4", typed="1\nundo\nundo practice\nredo\n")
    assert "Use practice mode to undo it" in done.out
    assert "Undone." in done.out
    assert last().practice == [[2, 2]]
    assert last().log[:1] == ["step north 1"]


def test_resume_goes_on_where_the_player_left(mamayev_command: Command, tiny: str) -> None:
    mamayev_command("play", tiny, "--seed", "4", "--option", "length=2", typed="1\n1\nquit\n")
    before = last().log
    done = mamayev_command("play", tiny, "--resume", typed="log\nquit\n")
    assert "Turn 2 of 2" in done.out
    assert last().log == before


def test_a_bot_plays_its_seat_and_can_be_given_one(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("play", tiny, "--seed", "4", "--seat", "south=eager", typed="rest\nseat north eager\n")
    assert done.out.count("The south runner steps to field") >= 2
    assert "The game is over" in done.out
    assert last().log[0] == "rest"


def test_a_bot_that_fails_leaves_the_game_to_people(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("play", tiny, "--seed", "4", "--seat", "south=crasher", typed="1\nseat south human\n1\n")
    assert "The bot “crasher” failed: ZeroDivisionError: no idea." in done.out
    assert last().log[2] == "step south 1"
    assert mamayev_command("play", tiny, "--seat", "north=crasher", typed="1\n").code == 1


def test_dice_and_cards_by_hand(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("play", tiny, "--dice", "hand", typed="step north 1\nfoo\n7\n1\nrest\n3\n")
    assert "There is no action “foo”. Type what it shows: 1, 2, 3, 4, 5, 6." in done.out
    assert "Type what it shows: 1, 2, 3, 4, 5, 6." in done.out
    assert "Possible: die 1, die 2" in done.out
    assert last().log == ["step north 1", "die 1", "rest", "card 3"]


@pytest.mark.parametrize("command", ["play", "lesson"])
def test_ctrl_c_and_the_end_of_the_input_say_where_the_game_is(
    mamayev_command: Command, tiny: str, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    done = mamayev_command(command, tiny)
    assert done.code == 0
    assert "You played nothing, so there is no saved game." in done.out
    mamayev_command(command, tiny, typed="\nstep north 1\nstep north 2\n")

    def interrupted(screen: Screen, prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Screen, "ask", interrupted)
    done = mamayev_command("play", tiny, "--resume")
    assert done.code == 1
    assert re.search(r"saved as “The Tiny Race.*” \([0-9a-f]{16}\)\. You can also open it in the browser\.", done.out)


def test_save_and_load(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    file = tmp_path / "race.json"
    mamayev_command("play", tiny, "--seed", "4", typed=f"1\nsave {file}\n1\n")
    done = mamayev_command("play", tiny, typed=f"load {file}\n1\n")
    assert Record.load(file).log == last().log[:2]
    assert "The south runner steps to field 1" in done.out


def test_a_seat_that_the_rules_play_is_not_given_away(
    mamayev_command: Command, tiny: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests = Order((len(CHANCE_VERBS) + 1) << VERB, "The rules rest.")
    monkeypatch.setattr(import_module("tiny_game").TinyTable, "procedures", {1: lambda p: rests})
    assert "The rules play the seat south." in mamayev_command("play", tiny, "--seat", "south=eager").err
    done = mamayev_command("play", tiny, typed="seat south eager\nrest\n")
    assert "The rules play the seat south." in done.out
    assert "Rest: The rules rest." in done.out


def test_a_game_in_which_nothing_was_played_is_not_kept(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    assert mamayev_command("play", tiny, typed="quit\n").out.count("kept") == 0
    assert not (tmp_path / "data").exists()


def test_a_wrong_entry_is_corrected(mamayev_command: Command, tiny: str) -> None:
    out = mamayev_command("play", tiny, "--dice", "hand", typed="step north 1\n1\nundo\n5\nrest\nundo roll\n4\n").out
    assert "Results: 1 back; 2 on; 3 on; 4 on; 5 on; 6 on." in out
    assert "Type what it shows: 1, 2, 3, 4, 5, 6." in out
    assert "Undone: “die 5”, “rest”." in out
    assert last().log == ["step north 1", "die 4"]
    assert last().practice == []


def test_there_is_no_roll_to_go_back_to(mamayev_command: Command, tiny: str) -> None:
    out = mamayev_command("play", tiny, typed="step north 1\nundo roll\nundo sideways\n").out
    assert "You have not entered a die, card or lot." in out
    assert "undo, undo roll or undo practice; not “sideways”." in out


def test_a_whole_way_goes_in_one_go_and_one_undo_takes_it_back(mamayev_command: Command) -> None:
    lines = ["pay 5", "reach 29th-mot", "go 29th-mot 57", "undo", "go 29th-mot 99", "go", "reach nobody"]
    done = mamayev_command("play", "cauldron", "--seed", "7", typed="\n".join(lines) + "\n")
    assert "by 22 46 47 52 55  (tally +9, pays 1 IP + 1 supply)  go 29th-mot 57" in done.out
    assert "cannot go to “99” now; “reach 29th-mot” lists where." in done.out
    assert "Name a piece: reach PIECE, or go PIECE SPACE." in done.out
    assert "There is no piece “nobody”." in done.out
    assert "You played nothing" not in done.out


def test_a_number_that_has_not_been_listed_does_nothing_the_first_time(mamayev_command: Command) -> None:
    out = mamayev_command("play", "cauldron", "--seed", "7", "--plain", typed="pay 3\n3\nlog 3\n3\n").out
    first, _, rest = out.partition("Number 3 was not in the last list, so nothing was played.")
    listed = first.splitlines()[-1]
    assert listed.split()[0] == "3"
    assert "starve" in listed
    assert "Unsupplied: The" not in rest.partition("> 3")[0]
    assert "Unsupplied: The" in rest.partition("> 3")[2]


def test_units_and_spaces_are_called_by_what_is_printed_of_them(mamayev_command: Command) -> None:
    lines = [
        "pay 5",
        "reach 16 pz",
        "reach 297",
        "reach pz",
        "reach 29 mot, 3rd motor",
        "go 29 mot 3rd mot gumr",
        "undo",
    ]
    lines += ["go 16th panzer kalach", "go 29th mot 10000"]
    out = " ".join(mamayev_command("play", "cauldron", "--seed", "7", typed="\n".join(lines) + "\n").out.split())
    assert "Move the 16th Panzer to 47 Pitomnik, by 49 (tally +2) go 16th-pz 47" in out
    assert "Move the 297th Infantry to 41 Rakotino" in out
    assert "“pz” may be 14th Panzer (14th-pz), 16th Panzer (16th-pz), 24th Panzer (24th-pz): type more" in out
    assert "Move the 29th Motorized and the 3rd Motorized to 47 Pitomnik" in out
    assert "29th Motorized: tally +4; 3rd Motorized: tally +3" in out
    assert "3rd Motorized moves from 47 Pitomnik to 52 Gumrak." in out
    assert "Undone." in out
    assert "16th Panzer (16th-pz) cannot go to “10” now; “reach 16th-pz” lists where. The path to 10 Kalach" in out
    assert "29th Motorized (29th-mot) cannot go to “10000” now" in out


def test_why_takes_names_of_several_words_with_a_verb_before_them(mamayev_command: Command) -> None:
    typed = "why move 6th Army HQ to 60\nwhy 6th Army HQ\nwhy 5th\n"
    out = mamayev_command("play", "cauldron", "--seed", "3", typed=typed).out
    assert out.count("Not part of this decision: ") == 2, "the upkeep is asked about"
    assert "words" not in out
    out = mamayev_command("play", "donnerschlag", "--seed", "3", typed="why Katyusha\n").out
    assert "Katyusha is not in your hand." in out


def test_the_rest_of_a_list_ends_with_its_question(mamayev_command: Command) -> None:
    """Its numbers are those of other actions after the next one."""
    typed = "pay 5\nactions build\nappeal conference\nmore\n45\n"
    done = mamayev_command("play", "cauldron", "--plain", "--seed", "7", typed=typed)
    assert re.search(r"^\d+ more \(type more\)", done.out, re.MULTILINE)
    assert "There is nothing more to show." in done.out
    assert "Number 45 was not in the last list, so nothing was played." in done.out
    assert last("cauldron").log[-1].startswith("die")


def test_the_rest_of_a_list_ends_with_the_game(mamayev_command: Command) -> None:
    done = mamayev_command(
        "play", "cauldron", "--plain", "--seed", "7", typed="pay 5\nactions build\nsurrender\nyes\nmore\n"
    )
    assert done.code == 0
    assert done.err == ""
    assert "There is nothing more to show." in done.out


def test_own_cards_are_asked_for_by_deck_and_by_the_seat_that_draws(mamayev_command: Command) -> None:
    attach = "attach stug-228 6p\nattach stug-243 6p\n"
    out = mamayev_command("play", "donnerschlag", "--dice", "hand", typed=attach).out
    assert "Axis player: Draw a card: a card for the hand" in out
    assert "(Axis activation cards)" in out
    out = mamayev_command("play", "cauldron", "--edition", "1996", "--dice", "hand", typed="").out
    assert "Type the number of the chit: 1, 2," in out
