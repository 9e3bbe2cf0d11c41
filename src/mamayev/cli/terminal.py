"""A match in the terminal: the table in words, numbered or typed actions, and answers to "why not?"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mamayev.engine.described import asked, in_words, odds_in_short, trade_in_words
from mamayev.engine.event import Shuffle
from mamayev.engine.notation import CHANCE_VERBS, VERB
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.scene import Offers, Picture
from mamayev.engine.words import counted, listed
from mamayev.match.data import ActionData, ChoiceData, DecisionData
from mamayev.match.match import Match
from mamayev.match.naming import Named, candidates, one_of, runs
from mamayev.match.script import Page
from mamayev.players import find, hint, play_on

from . import saves
from .board import show_board, show_chart, show_events, show_result, show_space, show_tracks
from .ordering import Desk
from .output import file_errors
from .screen import Screen

LISTED = 6
"""The maximum number of actions that a verb lists when a decision is long.

If there are more, only their number is shown until the player asks for them.
"""
PAGE = 40


class Terminal:
    """A match at a terminal.

    `bots` maps seats to the names of bots. `kept` stores the match after every action, and notices changes that others
    make. `commands`: whether the player gives orders, which Enter carries out.
    """

    def __init__(
        self, match: Match, screen: Screen, bots: Mapping[str, str], kept: saves.Kept, *, commands: bool = False
    ) -> None:
        self.screen = screen
        self.bots = dict(bots)
        self.kept = kept
        self._seat_at(match)
        self._told = 0
        self._over_told = False
        self._rest: list[tuple[int, ActionData]] = []
        self._listed: set[int] = set()
        """The action numbers shown since the current question was asked. No other number counts as an action."""
        self._desk, self._commands = Desk(screen), commands
        self._next: list[Callable[[], None]] = []
        """What Enter does next, in order: show the pages of a lesson, and take the steps after them."""
        self._read: list[Callable[[], None]] = []
        """The pages shown since the last decision."""
        self.commands: dict[str, tuple[Callable[[str], None], str]] = {
            "help": (self.help, "this list"),
            "board": (self.board, "the table in words; “board all” lists the empty spaces too"),
            "look": (self.look, "look SPACE: one space and its neighbors"),
            "actions": (self.actions, "all actions, or those that contain your words"),
            "more": (self.more, "the rest of a long list"),
            "reach": (
                self.reach,
                "reach PIECE…: the choices of a piece, or of several together, including complete paths",
            ),
            "go": (
                self.go,
                "go PIECE… SPACE: move along the whole path, with one undo; names, numbers or ids, shortened as you "
                "like",
            ),
            "attacks": (
                self.attacks,
                "what you can attack now, the best trade first; attacks SPACE: the odds it can be attacked at; "
                "attacks SPACE ODDS: make that attack",
            ),
            "why": (self.tell_why, "why ACTION, PIECE, SPACE, CARD or VERB, also by name: why it is not available"),
            "rule": (self.rule, "rule CLAUSE: its text; rule WORDS: the clauses that contain them"),
            "chart": (self.chart, "chart NAME: a chart of the rulebook; chart alone lists them"),
            "card": (self.card, "card NUMBER: the text of a card; card alone lists the decks"),
            "log": (self.log, "log [N]: the last N events (20)"),
            "orders": (
                self.orders,
                "your orders to the staff; orders FIELD=VALUE… changes some, orders staff removes them",
            ),
            "carry": (
                self.carry,
                "let the staff carry out your orders for this turn; carry N: for N turns; carry on: after a stop",
            ),
            "hint": (self.hint, "what a bot would do now; hint BOT asks that one"),
            "undo": (
                self.undo,
                "undo the last decision, or the last roll of your own dice; “undo roll” goes back to that roll "
                "at once; “undo practice” also goes past the computer's dice and cards; in a lesson, undo goes back a "
                "page",
            ),
            "redo": (self.redo, "redo what was undone"),
            "seat": (self.seat, "seat NAME WHO: human, or a bot that takes over"),
            "leave": (self.leave, "leave the lesson and play on"),
            "save": (self.save_game, "save FILE"),
            "load": (self.load, "load FILE"),
            "quit": (self.quit, "quit; the game is saved, and --resume continues it"),
        }

    def _seat_at(self, match: Match) -> None:
        """Show a match at this terminal, with its scene and the names of its pieces and spaces."""
        self.match, self.scene = match, match.table.look.kept
        nouns = match.table.notation.nouns
        labels = {piece.id: piece.label for piece in self.scene.pieces}
        labels |= {space.id: f"{space.label} {space.name}" for space in self.scene.every_space.values()}
        self._known = {
            kind: [Named(noun.id, noun.name, labels.get(noun.id, "")) for noun in nouns.get(kind, ()) if noun.id]
            for kind in ("piece", "space")
        }
        cards = nouns.get("card")
        self._cards = {
            Named(cards[face.id].id if cards else str(face.id), face.title): face.id
            for deck in self.scene.decks
            for face in deck.cards
        }

    def run(self) -> bool:
        """Play until the player quits or the input ends. Return False if a bot failed or Ctrl-C ended the program."""
        fine = True
        try:
            self._converse()
        except _Quit:
            pass
        except KeyboardInterrupt:
            self.screen.gap()
            fine = False
        except Refusal as refusal:
            self._refuse(refusal)
            fine = False
        finally:
            self.kept.close()
        if not self.kept.name:
            self.screen.say("You played nothing, so there is no saved game.")
        else:
            goes_on = "" if self.match.over else f" To continue: mamayev play {self.match.record.game} --resume"
            self.screen.say(f"The game is saved as {self.kept.name}. You can also open it in the browser.{goes_on}")
        return fine

    def _converse(self) -> None:
        """Show the table, and execute commands until the input ends."""
        self.screen.heading(f"{self.scene.title} ({self.match.record.edition})")
        if self.scene.notice:
            self.screen.say(self.scene.notice, "dim")
        if notice := self.kept.notice(self.match):
            self.screen.say(notice, "bold")
        self._unless_elsewhere(self._begin)
        while (line := self.screen.ask("> ")) is not None:
            self.obey(line)

    def _unless_elsewhere(self, do: Callable[[], None]) -> None:
        """Change the game. If others have continued it in the meantime, show its state instead."""
        try:
            do()
        except saves.Elsewhere:
            self._unless_elsewhere(self._catch_up)

    def _catch_up(self) -> None:
        """Load the game with the changes that others have made."""
        log = self.match.record.log
        self._seat_at(self.kept.read())
        self.bots, self._rest = self.kept.bots, []
        if self.match.record.log[: len(log)] != log:
            self._told = len(self.match.events)
        self.screen.say(
            "The game has continued in the browser or another terminal, so your command was not carried out. "
            "You see the current position. To continue from it in a copy, quit, then use --resume --branch.",
            "bold",
        )
        self.board("")
        self._go_on()

    def _begin(self) -> None:
        """Show the table and continue. A lesson begins with its opening."""
        now = self.match.lesson_now()
        if now is None or not now.opening or self._told:
            self.board("")
        self._go_on()

    def obey(self, line: str) -> None:
        """Execute a line.

        It can be a command, an action by number or text, or part of an action, which lists the matching ones. An empty
        line continues the lesson.
        """
        try:
            self._unless_elsewhere(lambda: self._obey(line))
        except Refusal as refusal:
            self._refuse(refusal)

    def _obey(self, line: str) -> None:
        self.kept.check()
        if not line:
            if self._commands and not self._next and self.match.lesson_now() is None:
                self.carry("on" if self._desk.stopped else "")
            else:
                self._turn_page()
            return
        word, _, rest = line.removeprefix(":").partition(" ")
        command = self.commands.get("help" if word == "?" else word.lower())
        decision = self.match.decision
        typed = self.match.table.notation.verb_index.get(word.lower(), -1)
        is_verb = typed >= len(CHANCE_VERBS) or (typed >= 0 and decision is not None and decision.seat == "chance")
        if command and (line.startswith(":") or not is_verb):
            command[0](rest.strip())
        else:
            self._act(line)

    # ------------------------------------------------------------ acting

    def _act(self, line: str) -> None:
        decision = self.match.decision
        if decision is None:
            raise Refusal("The game is over. Type log, undo practice, save FILE or quit.")
        if line.isdecimal() and len(line) < 6:
            text = self._numbered(int(line))
        else:
            try:
                text = decision.parse(line).text
            except Refusal as refusal:
                found = self._matching(line) if refusal.malformed else []
                if not found:
                    self._refuse_verb(line)
                    self._refuse_word(line)
                    raise
                self._list(found)
                return
        verb = self.match.table.notation.verbs[decision.parse(text).code >> VERB]
        if verb.weight == "grave":
            answer = self.screen.ask(f"{verb.title or verb.name}: are you sure? Type yes: ")
            if answer is None or answer.lower() != "yes":
                self.screen.say("Canceled.")
                return
        self._play(text)

    def _play(self, actions: str | Sequence[str]) -> None:
        """Play actions of the deciding seat, and continue. Raises Refusal if the seat is played by mail."""
        if away := self._by_mail():
            raise Refusal(away)
        self.match.play(actions)
        self._keep()
        self._go_on()

    def _by_mail(self) -> str:
        """Say how to continue if the deciding seat is played by mail, or return ""."""
        seat = "" if self.match.decision is None else self.match.decision.seat
        if seat not in self.kept.away:
            return ""
        return (
            f"{self._seat_title(seat)} plays by mail. Open this game in the browser to send your turn and to open the "
            f"reply. To play this seat here, type seat {seat} human."
        )

    def _refuse_verb(self, line: str) -> None:
        """If a line names only a verb and that verb is unavailable, raise a Refusal that says why."""
        decision = self.match.decision
        verb = next((v for v in self.match.table.notation.verbs if v.name == line.lower()), None)
        if decision is None or verb is None:
            return
        for entry in decision.to_data()["verbs"]:
            if entry["verb"] == verb.name and not entry["open"]:
                raise Refusal(entry["why"]["text"], tuple(entry["why"]["clauses"]))
        raise Refusal(f"{verb.title or verb.name} is not part of this decision: {decision.prompt}", decision.clauses)

    def _refuse_word(self, line: str) -> None:
        """If a line does not begin with a verb, raise a Refusal that says what is possible."""
        decision = self.match.decision
        word = line.split()[0]
        if decision is None or word.lower() in self.match.table.notation.verb_index:
            return
        data = decision.to_data()
        if self._next:
            possible = "Enter continues, undo goes back one page"
        elif decision.seat == "chance":
            possible = self._what_to_type(data)
        else:
            verbs = ", ".join(verb["verb"] for verb in data["verbs"] if verb["open"])
            possible = f"Possible now: {verbs}; help lists the commands"
        raise Refusal(f"There is no action “{word}”. {possible}.", malformed=True)

    def _numbered(self, number: int) -> str:
        decision = self.match.decision
        assert decision is not None
        if decision.seat == "chance":
            # Players type a die or card as what it shows, not as its place in a list.
            return f"{decision.actions[0].text.split()[0]} {number}"
        actions = self._numbered_actions()
        if not 1 <= number <= len(actions):
            raise Refusal(f"The actions are numbered 1 to {len(actions)}.")
        action = actions[number - 1][1]
        if number not in self._listed:
            self._lines([(number, action)])
            raise Refusal(f"Number {number} was not in the last list, so nothing was played. Type it again to play it.")
        return action["text"]

    def _numbered_actions(self) -> list[tuple[int, ActionData]]:
        """Return all actions with their numbers, grouped by verb in the order in which they are shown."""
        decision = self.match.decision
        if decision is None:
            return []
        data = decision.to_data()
        order = {verb["verb"]: place for place, verb in enumerate(data["verbs"])}
        return list(enumerate(sorted(data["actions"], key=lambda a: order.get(a["verb"], 0)), 1))

    def _go_on(self) -> None:
        """Let the bots play, report the events, and ask."""
        if play_on(self.match, self.bots):
            self._keep()
        now = self.match.lesson_now()
        if now is None:
            self._ask()
            return
        self._read = []
        if now.opening and not self._told:
            # The dice and cards at a lesson's beginning are shown after the page that explains them.
            self._next = [*map(self._page, now.opening), self._lay_out, *map(self._page, now.pages)]
        else:
            self._tell()
            self._next = [*map(self._page, now.pages)]
        self._next.append(self._end_lesson if now.done else self._ask)
        self._turn_page()

    def _page(self, page: Page) -> Callable[[], None]:
        def show() -> None:
            self.screen.gap()
            self.screen.say(page.text, "bold")
            self.screen.say("(Press Enter to continue.)", "dim")

        return show

    def _turn_page(self) -> None:
        """Show the next page, or play the lesson's suggestion."""
        if self._next:
            shown = self._next.pop(0)
            shown()
            if shown == self._lay_out:
                self._turn_page()
            else:
                self._read.append(shown)
            return
        now = self.match.lesson_now()
        if now is not None and now.action is not None:
            self._obey(now.action["text"])

    def _lay_out(self) -> None:
        """Show the table as it was at the start of a lesson, and the events since then."""
        start = self.match.table.look.picture(self.match.at(0), self.match.seat_index(self._viewer()))
        show_board(self.screen, self.scene, start)
        self._tell()

    def _end_lesson(self) -> None:
        self.screen.gap()
        self.screen.say("The lesson ends here. Continue this game, or type quit and start your own.", "bold")
        self._ask()

    def _ask(self) -> None:
        """Report the events and ask for a decision. At the end of the game, show the result."""
        self._next = []
        self._tell()
        if self.match.result is not None:
            if not self._over_told:
                show_result(self.screen, self.match.result)
                self._over_told = True
        else:
            self._over_told = False
            self.prompt()

    def _show_task(self) -> None:
        """Show the lesson's task."""
        now = self.match.lesson_now()
        assert now is not None
        assert now.action is not None
        self.screen.gap()
        self.screen.heading(f"{now.title}, task {now.number} of {now.of}")
        self.screen.say(now.text)
        self.screen.say(now.task, "bold")
        self.screen.say(f"Enter plays: {now.action['text']}. You can also type it; leave ends the lesson.", "dim")

    def _tell(self) -> None:
        new = self.match.events_for(self._viewer(), self._told)
        self._told = len(self.match.events)
        if new:
            self.screen.gap()
            show_events(self.screen, new)
        if self.match.record.dice == "hand":
            decks = {deck.id: deck.title for deck in self.scene.decks}
            for event in new:
                if isinstance(event, Shuffle):
                    self.screen.say(f"{decks[event.deck]}: shuffle the discard pile back into your deck now.", "bold")

    def _keep(self) -> None:
        try:
            self.kept.write(self.match, self.bots)
        except Refusal as refusal:
            raise Refusal(
                f"{refusal.text} Your moves are not saved yet. The next action tries again, and save FILE writes "
                "the game into a file."
            ) from None

    # ------------------------------------------------------------ asking

    def prompt(self) -> None:
        """Show the deciding seat, the question, and the actions by verb."""
        decision = self.match.decision
        assert decision is not None
        data = decision.to_data()
        self._rest = []
        self._listed.clear()
        self.screen.gap()
        coins = data["purse"] if decision.seat != "chance" else []
        purse = ", ".join(f"{p['title']} {p['value']}" for p in coins)
        seat = "dice and cards" if decision.asked == "chance" else self._seat_title(decision.asked)
        self.screen.cite(
            f"{seat}: {asked(decision.title, decision.prompt)}{f' ({purse})' if purse else ''}",
            decision.clauses,
            "bold",
        )
        if decision.help:
            self.screen.say(decision.help, "dim")
        if decision.seat == "chance":
            self._ask_chance(data)
            return
        if away := self._by_mail():
            self.screen.say(away)
            return
        if self.match.lesson_tasks:
            self._show_task()
        elif self._commands:
            self._desk.show_short(self.match, decision.seat)
        else:
            self._show_actions(data)

    def _show_actions(self, data: DecisionData) -> None:
        groups: dict[str, list[tuple[int, ActionData]]] = {}
        for number, action in self._numbered_actions():
            groups.setdefault(action["verb"], []).append((number, action))
        for verb in data["verbs"]:
            group = groups.get(verb["verb"], [])
            if not group:
                continue
            if len(group) > LISTED and len(data["actions"]) > 4 * LISTED:
                self.screen.say(
                    f"{group[0][0]:>4}–{group[-1][0]}  {verb['title']}: "
                    f"{counted(len(group), '# action', '# actions')}; "
                    f"type “{verb['verb']}”, a piece or a space to list some"
                )
            else:
                self._lines(group, grave=verb["weight"] == "grave")
        if not data["listed"]:
            pieces = counted(len(data["pieces"]), "# piece has a choice", "# pieces have a choice")
            self.screen.say(f"{pieces}; “reach PIECE” lists its choices.")
        closed = [verb["verb"] for verb in data["verbs"] if not verb["open"]]
        if closed:
            self.screen.say(f"Unavailable now (type why VERB): {', '.join(closed)}", "dim")

    def _ask_chance(self, data: DecisionData) -> None:
        """Show what the player can enter, and everything known before the roll."""
        names = {space.id: space.name or space.label for space in self.scene.every_space.values()}
        names |= {piece.id: piece.name for piece in self.scene.pieces}
        chance = data["chance"]
        about = [names[name] for name in (*chance.get("pieces", ()), *chance.get("spaces", ()))]
        if about:
            self.screen.say(f"Subject: {', '.join(about)}.")
        modifiers = [f"{m['value']:+d} {m['text']}" for m in chance.get("modifiers", ()) if m["value"]]
        if modifiers:
            self.screen.say(f"Modifiers: {', '.join(modifiers)}.")
        chart = chance.get("chart", "")
        shown = [(a["text"].split()[1], in_words(self.scene, chart, a.get("result", ""))) for a in data["actions"]]
        if any(result for _, result in shown):
            self.screen.say(f"Results: {'; '.join(f'{value} {result}' for value, result in shown)}.")
        self.screen.say(f"{self._what_to_type(data)}.")

    def _what_to_type(self, data: DecisionData) -> str:
        what = {"card": self._number_of_card(data), "lot": "the piece that was picked"}.get(data["chance"]["kind"])
        return f"Type {what or 'what it shows'}: {', '.join(a['text'].split()[1] for a in data['actions'])}"

    def _number_of_card(self, data: DecisionData) -> str:
        """Return the words for the number of a drawn card. In a game with several decks, they name the deck."""
        deck = next((one for one in self.scene.decks if one.id == data["chance"].get("deck")), None)
        if deck is None:
            return "the number of the card"
        return f"the number of the {deck.card}" + (f" ({deck.title})" if len(self.scene.decks) > 1 else "")

    def _seat_title(self, seat: str) -> str:
        return next((s.name for s in self.scene.seats if s.id == seat), seat)

    def _lines(self, group: list[tuple[int, ActionData]], *, grave: bool = False) -> None:
        decision = self.match.decision
        assert decision is not None
        for number, action in group:
            self._listed.add(number)
            text = action["text"]
            parts = (
                ", ".join(action[name] for name in ("cost", "note") if name in action),
                odds_in_short(self.scene, decision.odds(text), named=" " not in text),
            )
            told = "; ".join(part.removesuffix(".") for part in parts if part)
            cost = f"  ({told})" if told else ""
            self.screen.say(f"{number:>4}  {action['label']}{cost}  {text}", "dim" if grave else "")

    def _matching(self, words: str) -> list[tuple[int, ActionData]]:
        """Return the numbered actions that match all the given words. A word in an action's text or label matches if it
        begins with the given word."""
        wanted = words.lower().split()
        return [
            (number, action)
            for number, action in self._numbered_actions()
            if all(
                any(known.startswith(word) for known in f"{action['text']} {action['label']}".lower().split())
                for word in wanted
            )
        ]

    def _list(self, found: list[tuple[int, ActionData]]) -> None:
        self._lines(found[:PAGE])
        self._rest = found[PAGE:]
        if self._rest:
            self.screen.say(f"{len(self._rest)} more (type more)", "dim")

    def _refuse(self, refusal: Refusal) -> None:
        self.screen.cite(refusal.text, refusal.clauses, "red")

    # ------------------------------------------------------------ commands

    def help(self, _rest: str) -> None:
        """Show the commands."""
        self.screen.say(
            "Type an action's number or its text, or part of it to list matches. If the rules forbid an action, "
            "you see the reason. Commands:"
        )
        self.screen.table(("", ""), [(name, text) for name, (_, text) in self.commands.items()], ("bold",))

    def board(self, rest: str) -> None:
        """Show the table in words."""
        show_board(self.screen, self.scene, self._picture(), every_space=rest == "all")

    def _picture(self) -> Picture:
        """Return the picture of the table as the player at this terminal may see it."""
        return self.match.table.look.picture(self.match.position, self.match.seat_index(self._viewer()))

    def _viewer(self) -> str | None:
        """Return the seat whose view is shown: the seat that decides or draws in secret if a person plays it, or else
        the first seat that a person plays. None if bots play every seat.
        """
        people = [seat for seat in self.match.table.open_seats if seat not in self.bots]
        decision = self.match.decision
        if decision is not None and decision.asked in people:
            return decision.asked
        return people[0] if people else None

    def look(self, rest: str) -> None:
        """Show one space."""
        wanted = rest.lower()
        every = self.scene.every_space.values()
        spaces = [s for s in every if wanted in (s.id.lower(), s.label.lower(), s.name.lower())]
        spaces = spaces or [s for s in every if wanted in s.name.lower()]
        if not rest:
            show_tracks(self.screen, self.scene, self._picture())
            return
        if not spaces:
            raise Refusal(f"There is no space “{rest}”.")
        for space in spaces:
            show_space(self.screen, self.scene, self._picture(), space)

    def actions(self, rest: str) -> None:
        """Show the actions that contain the given words."""
        found = self._matching(rest)
        if not found:
            raise Refusal(f"No action contains “{rest}”.")
        self._list(found)

    def more(self, _rest: str) -> None:
        """Show the rest of a long list."""
        if not self._rest or self.match.decision is None:
            raise Refusal("There is nothing more to show.")
        self._list(self._rest)

    def _pieces(self, words: Sequence[str]) -> list[Named]:
        """Return the pieces that the words mean, by id, name or number.

        Raises Refusal if the game is over, or if a name matches no piece or several.
        """
        decision = self.match.decision
        if decision is None or not words:
            raise Refusal("Name a piece: reach PIECE, or go PIECE SPACE.", malformed=True)
        likely = decision.pieces()
        return [one_of("piece", typed, self._known["piece"], likely) for typed in runs(words, self._known["piece"])]

    def _choices(self, pieces: Sequence[Named]) -> list[ChoiceData]:
        """Return the choices that these pieces share."""
        assert self.match.decision is not None
        return self.match.decision.choices_data(*(piece.id for piece in pieces))

    def reach(self, rest: str) -> None:
        """Show the choices of a piece, or the shared choices of several."""
        pieces = self._pieces(rest.split())
        choices = self._choices(pieces)
        if not choices:
            self._why_still(pieces)
            return
        ids = " ".join(piece.id for piece in pieces)
        for choice in choices:
            told = [choice[name] for name in ("cost", "note") if name in choice]
            way = f", by {' '.join(choice['path'][:-1])}" if len(choice.get("path", ())) > 1 else ""
            typed = choice["actions"][0] if len(choice["actions"]) == 1 else f"go {ids} {choice.get('space', '')}"
            cost = f"  ({', '.join(told)})" if told else ""
            self.screen.say(f"{choice['label']}{way}{cost}  {typed.strip()}")

    def attacks(self, rest: str) -> None:
        """Show the possible attacks with their expected losses, or make an attack."""
        space, _, odds = rest.partition(" ")
        offers = self._offers()
        if not space:
            for each in offers:
                best = each.ways[each.best]
                self.screen.say(f"{each.space:>5}  {best.odds:>4}  {trade_in_words(best.trade)}  {each.title}")
            return
        found = next((each for each in offers if each.space.lower() == space.lower()), None)
        if found is None:
            raise Refusal(f"There is no attack on “{space}” now. Type attacks for the list.")
        if not odds:
            for n, way in enumerate(found.ways):
                self.screen.say(f"{way.odds:>5}  {trade_in_words(way.trade)}", "bold" if n == found.best else "")
                self.screen.say(f"       {way.text}", "dim")
            return
        chosen = next((way for way in found.ways if way.odds == odds), None)
        if chosen is None:
            raise Refusal(f"{found.space} cannot be attacked at “{odds}”. Type attacks {found.space} for its odds.")
        if chosen.draft:
            self._play(chosen.draft)
        else:
            self.screen.say("The units of this attack are in place. Declare it after the moves.")

    def _offers(self) -> list[Offers]:
        """Return the attacks that the deciding side can make now. Raises Refusal if it cannot attack."""
        look, seat = self.match.table.look, self.match.seat_index(self._viewer())
        for shown in self._picture().overlays:
            if shown.now and shown.asked:
                return look.overlay(self.match.position, seat, shown.id).offers
        raise Refusal("No attack can be prepared now.")

    def _why_still(self, pieces: Sequence[Named]) -> None:
        """Say why pieces cannot act, or cannot act together."""
        reasons = [reason for piece in pieces for _, reason in self.match.why(piece=piece.id)]
        for reason in reasons:
            self.screen.cite(reason.text, reason.clauses)
        if not reasons:
            self.screen.say(
                f"{listed([piece.title for piece in pieces])} have no choices in common. Ask about each one separately."
            )

    def go(self, rest: str) -> None:
        """Play the whole path of one or several pieces to a space.

        Without a space, play the action in their current space.
        """
        pieces, space = self._pieces_and_space(rest.split())
        ways = [way for way in self._choices(pieces) if way.get("space", "") == space]
        names, ids = listed([piece.title for piece in pieces]), " ".join(piece.id for piece in pieces)
        if not ways:
            asked = len(pieces) == 1 and any(known.id == space for known in self._known["space"])
            _, why = self.match.why(piece=pieces[0].id, space=space)[0] if asked else ("", Reason(""))
            text = f"{names} cannot go to “{space}” now; “reach {ids}” lists where. {why.text}"
            raise Refusal(text.strip(), why.clauses)
        if len(ways) > 1:
            labels = "; ".join(way["label"] for way in ways)
            raise Refusal(f"{names} has several choices there: {labels}. Type the action itself.")
        self._play(ways[0]["actions"])

    def _pieces_and_space(self, words: list[str]) -> tuple[list[Named], str]:
        """Return the pieces and the id of their destination. The destination is the last name, or "" if all names are
        pieces.

        An unknown space stays as typed. Raises Refusal.
        """
        for place in range(len(words) - 1, 0, -1):
            typed = " ".join(words[place:])
            if candidates(typed, self._known["space"]):
                try:
                    pieces = self._pieces(words[:place])
                except Refusal:
                    continue
                likely = {way["space"] for way in self._choices(pieces) if "space" in way}
                return pieces, one_of("space", typed, self._known["space"], likely).id
        if len(words) > 1 and not candidates(words[-1], self._known["piece"]):
            return self._pieces(words[:-1]), words[-1]
        return self._pieces(words), ""

    def tell_why(self, rest: str) -> None:
        """Explain why something is not available."""
        decision = self.match.decision
        if decision is None or not rest:
            raise Refusal("Name something: why ACTION, why PIECE, why SPACE, why CARD or why VERB.")
        nouns = self.match.table.notation
        for kind in ("piece", "space"):
            if kind in nouns.nouns and nouns.index(kind, rest.lower()) is not None:
                self._cite_why(rest, **{kind: rest.lower()})
                return
        of_verb = [action for _, action in self._numbered_actions() if action["verb"] == rest.lower()]
        if len(of_verb) > 1:
            self.screen.say(f"“{rest}” is open now: {len(of_verb)} actions; type “{rest}” to list them.")
            return
        try:
            allowed = decision.parse(rest)
        except Refusal as refusal:
            if not refusal.malformed:
                raise
            if asked := self._asked(rest, decision.pieces()):
                self._cite_why(rest, **asked)
            elif found := self._matching(rest):
                self._list(found)
            else:
                self._refuse_verb(rest)
                raise
        else:
            self.screen.say(f"“{allowed}” is allowed now.")

    def _cite_why(self, typed: str, **asked: Any) -> None:
        """Say why something offers no action, or list its choices."""
        reasons = self.match.why(**asked)
        for _, reason in reasons:
            self.screen.cite(reason.text, reason.clauses)
        if not reasons:
            self._list(self._matching(asked.get("piece") or asked.get("space") or typed))

    def _asked(self, typed: str, likely: Sequence[str]) -> dict[str, Any]:
        """Return the arguments for `Match.why`, from the names of a unit, a space or both, or a card, with or without a
        verb.

        They are empty for a verb alone or an unknown name. Raises Refusal for a name that is ambiguous even among the
        `likely` ids.
        """
        verbs, known = self.match.table.notation.verb_index, self._known
        first, *more = words = [word for word in typed.split() if word.lower() != "to"] or [typed]
        if first.lower() in verbs and not more:
            return {}
        verb = {"verb": first.lower()} if first.lower() in verbs else {}
        words = more if verb else words
        whole = " ".join(words)
        for kind in ("piece", "space"):
            if candidates(whole, known[kind]):
                return verb | {kind: one_of(kind, whole, known[kind], likely).id}
        for place in range(len(words) - 1, 0, -1):
            piece, space = " ".join(words[:place]), " ".join(words[place:])
            if candidates(piece, known["piece"]) and candidates(space, known["space"]):
                unit = one_of("piece", piece, known["piece"], likely)
                return verb | {"piece": unit.id, "space": one_of("space", space, known["space"]).id}
        cards = candidates(whole, list(self._cards))
        # Among cards that are alike, prefer the one in the player's hand.
        held = [card for hand in self._picture().hands for card in hand.cards]
        meant = [face for named, face in self._cards.items() if named in cards]
        return verb | {"card": next((card for card in held if card in meant), meant[0])} if meant else {}

    def rule(self, rest: str) -> None:
        """Show the clause with an id, or the clauses that contain the given words."""
        clauses = self.match.game.ledger().clauses
        exact = clauses.get(rest.upper())
        words = rest.lower().split()
        found = (
            [exact]
            if exact
            else [
                c for c in clauses.values() if words and all(w in f"{c.id} {c.section} {c.text}".lower() for w in words)
            ]
        )
        if not found:
            raise Refusal(f"No clause contains “{rest}”." if rest else "Name a rule: rule CLAUSE or rule WORDS.")
        for clause in found[:PAGE]:
            self.screen.cite(clause.text, (clause.id,))
            if clause.ruling:
                self.screen.say(f"  Our reading: {clause.ruling}", "dim")
        if len(found) > PAGE:
            self.screen.say(f"{len(found) - PAGE} more; type another word to narrow it down.", "dim")

    def chart(self, rest: str) -> None:
        """Show a chart from the rulebook."""
        wanted = rest.lower()
        charts = [c for c in self.scene.charts if wanted == c.id.lower()]
        charts = charts or [c for c in self.scene.charts if wanted and wanted in c.title.lower()]
        if not charts:
            known = "; ".join(f"{c.id} ({c.title})" for c in self.scene.charts) or "none"
            raise Refusal(f"{f'There is no chart “{rest}”. ' if rest else ''}The charts are: {known}.")
        for chart in charts:
            show_chart(self.screen, chart)

    def card(self, rest: str) -> None:
        """Show a card's text, or the state of the decks."""
        cards = [(deck, card) for deck in self.scene.decks for card in deck.cards if str(card.id) == rest]
        if not cards:
            decks = "; ".join(f"{d.title}: {', '.join(str(c.id) for c in d.cards)}" for d in self.scene.decks)
            raise Refusal(f"{f'There is no card “{rest}”. ' if rest else ''}{decks or 'This game has no cards.'}")
        for deck, card in cards:
            self.screen.heading(f"{deck.title} {card.id}: {card.title}")
            for line in card.lines:
                self.screen.say(f"  {f'{line.label}: ' if line.label else ''}{line.text}")

    def log(self, rest: str) -> None:
        """Show the last events."""
        if rest and not (rest.isdecimal() and len(rest) < 6):
            raise Refusal(f"log takes a number, not “{rest}”.")
        count = int(rest or 20)
        seen = self.match.events_for(self._viewer())
        show_events(self.screen, seen[-count:] if count else [])

    def orders(self, rest: str) -> None:
        """Show or change the orders of the deciding seat."""
        before = len(self.match.record.orders)
        self._desk.orders(self.match, self._deciding_seat(), rest)
        if rest and (before or len(self.match.record.orders)) and len(self.match.record.log):
            self._keep()

    def carry(self, rest: str) -> None:
        """Let the staff carry out the orders of the deciding seat."""
        try:
            happened = self._desk.carry_out(self.match, self._deciding_seat(), self.bots, rest.lower())
        finally:
            self._keep()
        self._go_on() if happened else self._ask()
        self._desk.tell()

    def _deciding_seat(self) -> str:
        """Return the seat that decides. Raises Refusal."""
        decision = self.match.decision
        if decision is None:
            raise Refusal("The game is over. Type log, undo practice, save FILE or quit.")
        if self.match.lesson_now() is not None:
            raise Refusal("The staff waits until the lesson ends. Type leave to end it.")
        if decision.index < 0:
            raise Refusal("Enter the die or card first.")
        if away := self._by_mail():
            raise Refusal(away)
        return decision.seat

    def hint(self, rest: str) -> None:
        """Show which action a bot would choose, and why."""
        advice = hint(self.match, rest)
        self.screen.say(f"{advice['label']}  {advice['text']}")
        self.screen.say(f"  {advice['why']}", "dim")
        if "intent" in advice:
            intent = advice["intent"]
            self.screen.say(f"  {intent.sentence}", "dim")
            for ground in intent.because:
                self.screen.say(f"    {ground.name}: {ground.text}", "dim")
            if intent.instead is not None:
                self.screen.say(f"    Otherwise: {intent.instead.sentence}", "dim")

    def undo(self, rest: str) -> None:
        """Undo the last decision of a person."""
        if rest not in ("", "practice", "roll"):
            raise Refusal(f"undo, undo roll or undo practice; not “{rest}”.")
        if not rest and self._next and len(self._read) > 1:
            self._next[:0] = self._read[-2:]
            del self._read[-2:]
            self._turn_page()
            return
        if rest == "roll":
            taken = self._back_to_roll()
            self.screen.say(f"Undone: {', '.join(f'“{line}”' for line in taken)}.")
            self._told = len(self.match.events)
            self._keep()
            self._go_on()
            return
        self.match.undo(practice=rest == "practice")
        while (decision := self.match.decision) is not None and decision.seat in self.bots and self.match.undos:
            # A bot would only play the same again, so go back to a decision of a person.
            self.match.undo(practice=rest == "practice")
        self._told = len(self.match.events)
        self._keep()
        self.screen.say("Undone.")
        self._go_on()

    def _back_to_roll(self) -> list[str]:
        """Undo the last die, card or lot that the player entered and everything after it, and return what was undone.

        Raises Refusal.
        """
        ply = self.match.last_entry if self.match.record.dice == "hand" else None
        if ply is None:
            raise Refusal("You have not entered a die, card or lot.")
        taken = self.match.record.log[ply:]
        self.match.undo_to(ply)
        return taken

    def redo(self, _rest: str) -> None:
        """Redo an undone decision."""
        self.match.redo()
        self._keep()
        self._go_on()

    def seat(self, rest: str) -> None:
        """Give a seat to a bot or to a person."""
        name, _, who = rest.partition(" ")
        if not who:
            who_plays = {**dict.fromkeys(self.kept.away, "mail"), **self.bots}
            players = ", ".join(f"{s} is played by {who_plays.get(s, 'a human')}" for s in self.match.table.open_seats)
            raise Refusal(f"seat NAME WHO. Now {players}.")
        if self.match.seat_index(name) in self.match.table.procedures:
            raise Refusal(f"The rules play the seat {name}.")
        if self.match.lesson_now() is not None and who != "human":
            raise Refusal("Bots wait until the lesson ends. Type leave to end it.")
        if who == "human":
            self.bots.pop(name, None)
        else:
            find(self.match.game, who)
            self.bots[name] = who
        self.kept.play_here(name)
        self._go_on()
        if len(self.match.record.log):
            self._keep()

    def leave(self, _rest: str) -> None:
        """End the lesson."""
        self.match.leave_lesson()
        self._keep()
        self.screen.say("You are in command now and can play any legal action.")
        self._ask()

    def save_game(self, rest: str) -> None:
        """Save the game to a file."""
        if not rest:
            raise Refusal("Name a file: save FILE.")
        with file_errors(Path(rest), "write"):
            self.kept.save(self.match, Path(rest))
        self.screen.say(f"Saved to {rest}.")

    def load(self, rest: str) -> None:
        """Load a game from a file and continue it."""
        if not rest:
            raise Refusal("Name a file: load FILE.")
        match = saves.read(Path(rest))
        self.kept.close()
        self._seat_at(match)
        self.kept = self.kept.another()
        self._told = len(match.events)
        self._over_told = False
        self.bots = {seat: bot for seat, bot in self.bots.items() if seat in match.game.seats}
        self._begin()

    def quit(self, _rest: str) -> None:
        """Quit."""
        raise _Quit


class _Quit(Exception):
    """Raised when the player quits."""
