"""A live match: what a seat may ask of it and do in it, and what it is told."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from mamayev.engine.event import Event
from mamayev.engine.foretell import Throw, awaits_die, throw
from mamayev.engine.notation import VERB
from mamayev.engine.position import OVER, Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.scene import Overlay, Picture, Scene
from mamayev.engine.words import counted
from mamayev.match.data import ChoiceData, DecisionData
from mamayev.match.decision import Decision, waits_for
from mamayev.match.example import Example
from mamayev.match.foretold import Foretold
from mamayev.match.match import Match
from mamayev.match.parting import taken_back

from .forms import (
    PastTable,
    Question,
    ReasonForm,
    Reasons,
    Reply,
    Replying,
    SeriesList,
    Setup,
    State,
    UndoAsked,
    Undos,
    stated_form,
)
from .keys import Caller, Denied, Eyes, Forbidden, resolve
from .last import last_of, look_of, series_of
from .saved import changed_rules, standing
from .store.rows import AWAY, HUMAN, Saved, Standing
from .thumbnail import Thumbnail, thumbnail

CHOICES_KEPT = 32
"""So many answers to what pieces may do are kept of the present version of a match."""


class Missing(Denied):
    """There is no such match, game or ply; the text says so in a sentence."""


class Stale(Denied):
    """The match has changed since the version that the client last saw; `state` is the present one."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


class Room:
    """A match, who sits where, and its version. `inside`: how many threads are in it or wait for its lock; `example`:
    the worked example that it is, which nobody changes."""

    def __init__(self, saved: Saved, match: Match, example: Example | None = None) -> None:
        self.example = example
        self.lock, self.inside = Lock(), 0
        self.id, self.name, self.version, self.created = saved.id, saved.name, saved.version, saved.created
        self.seats, self.keys, self.asked = saved.seats, saved.keys, saved.asked
        self.replies, self.since = saved.replies, time.monotonic()
        # The server's last answer in a window: to which version, for which seat, and what.
        self.answered: tuple[int, str | None, list[str]] = (0, None, [])
        self.match = match
        self.changed = changed_rules(match, saved.left)
        self._choices: dict[tuple[Any, ...], bytes] = {}
        self._choices_of = 0

    # -------------------------------------------------------------- seats

    @property
    def humans(self) -> list[str]:
        """The seats that people play."""
        return [seat for seat, player in self.seats.items() if player == HUMAN]

    @property
    def bot(self) -> str | None:
        """The bot whose decision it is, None when a person, a lesson or the dice are to act."""
        player = self._decides
        return None if self.example or self.match.lesson_tasks or player in (HUMAN, AWAY) else player

    @property
    def _decides(self) -> str:
        """Who sits on the seat that decides."""
        decision = self.match.decision
        return self.seats.get(decision.seat, HUMAN) if decision else HUMAN

    @property
    def waits(self) -> bool:
        """Whether somebody elsewhere, who plays by mail, is to decide."""
        return self._decides == AWAY

    @property
    def held(self) -> bool:
        """Whether its seats are held by keys."""
        return bool(self.keys)

    @property
    def moment(self) -> int:
        """A number for the present position, as long as this server runs. Undo and redo come back to the same one; a
        new name, a new seat and a request to take something back change nothing."""
        record = self.match.record
        return hash((tuple(record.log), len(record.boards)))

    def eyes(self, caller: Caller) -> Eyes:
        """Whose eyes a caller sees with. Raises Forbidden for a wrong key, Refusal for an unknown seat."""
        eyes = resolve(self.keys, caller)
        self.match.seat_index(eyes.seat)
        return eyes

    def viewer(self, eyes: Eyes) -> str | None:
        """The seat that is seen with; at a shared screen that of the person who decides, else of the only person here.
        None sees what everybody sees."""
        if not eyes.shared:
            return eyes.seat
        decision, humans = self.match.decision, self.humans
        if decision is not None and decision.seat in humans:
            return decision.seat
        return humans[0] if len(humans) == 1 else None

    def check_acting(self, eyes: Eyes) -> None:
        """Raise Forbidden for whoever only watches, and for an example."""
        if self.example is not None:
            raise Forbidden("This is a worked example. To change it, play on from one of its steps.")
        if eyes.seat is None and not eyes.shared:
            raise Forbidden(
                "Only somebody who holds a seat of this match, and shows its key, can do that."
                if self.held
                else "Whoever looks with everybody's eyes cannot act."
            )

    def check_turn(self, eyes: Eyes) -> None:
        """Raise Forbidden for whoever only watches, Refusal unless a person with these eyes may decide now."""
        self.check_acting(eyes)
        decision, seat = self.match.decision, eyes.seat
        if decision is None:
            raise Refusal("The game is over; nothing more can be played.", field="text")
        if self.bot is not None:
            raise Refusal(
                f"{self.name_of(decision.seat)} is played by the bot “{self.bot}”: take the seat first.", field="seats"
            )
        if self.waits:
            raise Refusal(
                f"{self.name_of(decision.seat)} is played elsewhere, by mail: open the turn that comes, or say first "
                "that the seat is played here.",
                field="seats",
            )
        if seat is not None and decision.seat not in (seat, "chance"):
            names = f"{self.name_of(decision.seat)} who decides now, not {self.name_of(seat)}"
            raise Refusal(f"It is {names}.", field="seat")

    def check_open(self, what: str) -> None:
        """Raise Forbidden where the match is held and not over: then `what` would tell secrets, or the dice to come."""
        if self.held and not self.match.over:
            raise Forbidden(f"{what} of a held match opens when the match is over.")

    def check_over(self, what: str) -> None:
        """Raise Refusal where the match is not over."""
        if not self.match.over:
            raise Refusal(f"{what} is told when the match is over.", field="ply")

    def check_seats(self, eyes: Eyes, seats: Mapping[str, str]) -> None:
        """Raise Forbidden where a held match has seats that this one may not give to others: everybody may give away
        his own, or one whose bot was to play it; no bot's seat becomes a person's, for it has no key."""
        if not self.held:
            return
        for seat, player in seats.items():
            if seat in self.keys and seat != eyes.seat:
                raise Forbidden(f"{self.name_of(seat)} is held by another person.")
            if seat not in self.keys and player == HUMAN:
                raise Forbidden(f"{self.name_of(seat)} has no key, so no person can sit there; a bot can.")
            if player == AWAY:
                raise Forbidden("The seats of this match are held by keys: nobody plays it by mail.")

    @property
    def partners(self) -> bool:
        """Whether more than one seat is held by a key, so that what was played is taken back by consent. Who plays them
        now makes no difference: whoever gives his seat to a bot still holds it."""
        return len(self.keys) > 1

    def undo(self, eyes: Eyes, to: int | None = None, *, practice: bool, alone: bool = False) -> None:
        """Take back the last decision, or all that came after the ply `to`, or `alone` the one that came right after
        it; where bots decided after that of the only person, theirs with it. Raises Refusal."""
        self.check_acting(eyes)
        if not self.humans:
            raise Refusal("Nobody here has a seat: take one before you take anything back.", field="seats")
        if self.held and self.match.over:
            raise Refusal("The match is over and its record open: play on in a branch of it.", field="undo")
        if alone and to is not None:
            self.match.take_back(to, seat=eyes.seat if self.partners else None)
            return
        if self.partners and eyes.seat is not None:
            self._undo_own(eyes.seat, to)
            return
        if to is None:
            self.match.undo(practice=practice)
        else:
            self.match.undo_to(to, practice=practice)
        while (self.bot is not None or self.waits) and self.match.undos:
            self.match.undo(practice=True)

    def _undo_own(self, seat: str, to: int | None) -> None:
        """Take back a seat's last decision, where nobody else has decided since and nothing has come to light."""
        own = self.match.own_plies(seat)
        if not own or (to is not None and to not in own):
            raise Refusal(
                "Beyond your own last decisions, and beyond dice and cards, the other side must agree: ask it.",
                field="undo",
            )
        self.match.undo_to(own[0] if to is None else to, seat=seat)

    def ask_undo(self, eyes: Eyes, to: int | None) -> str:
        """Ask the others for what `undo` would refuse: to take back a seat's last decision, or all after the ply `to`,
        whoever decided it. Returns what the table says of it, nothing where it was taken back at once. Raises Refusal,
        Forbidden."""
        self.check_acting(eyes)
        match, seat = self.match, eyes.seat
        if not self.partners or seat is None:
            raise Refusal("There is nobody to be asked here.", field="ask")
        ply = match.last_ply(seat) if to is None else to
        if match.over or ply in match.own_plies(seat):
            self.undo(eyes, to, practice=False)
            return ""
        if ply is None:
            raise Refusal("You have decided nothing yet that could be taken back.", field="undo")
        if self.asked is not None and self.asked.seat != seat:
            raise Refusal(f"{self.name_of(self.asked.seat)} has asked already; answer that first.", field="ask")
        count = match.decisions_after(ply)
        self.asked = UndoAsked(seat, ply, count, len(match.record.log))
        decisions = counted(count, "# decision", "# decisions")
        return f"{self.name_of(seat)} asks to take back {decisions}."

    def answer_undo(self, eyes: Eyes, answer: str) -> str:
        """Grant or refuse what another seat asks to take back, or withdraw what one has asked; when all who hold a key
        agree it is taken back. Returns what the table says of it. Raises Refusal, Forbidden."""
        self.check_acting(eyes)
        asked, seat = self.asked, eyes.seat
        if asked is None or seat is None:
            raise Refusal("Nobody has asked to take anything back.", field="answer")
        if (answer == "withdraw") != (asked.seat == seat):
            raise Refusal(
                "It is for the others to grant or refuse what you ask."
                if asked.seat == seat
                else f"{self.name_of(asked.seat)} asks; grant or refuse it.",
                field="answer",
            )
        name = self.name_of(seat)
        if answer != "grant":
            self.asked = None
            return f"{name} does not agree." if answer == "refuse" else f"{name} withdraws the request."
        asked.agreed.append(seat)
        if set(self.keys) <= {*asked.agreed, asked.seat}:
            self.match.undo_to(asked.to, practice=True)
            self.asked = None
            decisions = counted(asked.count, "# decision", "# decisions")
            return f"{name} agrees: {decisions} taken back."
        return f"{name} agrees."

    # -------------------------------------------------------------- windows

    @property
    def window(self) -> str:
        """The seat of a person that is asked in a window now; "" where no window is open."""
        if self.example is not None:
            return ""
        decision = self.match.decision
        asked = decision is not None and self.bot is None and decision.waiver is not None
        return decision.seat if asked and decision is not None and decision.seat in self.humans else ""

    def replying(self, seat: str) -> Replying:
        """How the windows of a seat are answered. Where several hold a key each is asked, unless he wishes otherwise:
        what passes by itself tells the others what his hand cannot do."""
        return self.replies.get(seat) or Replying("ask" if self.partners else "able")

    def held_back(self, pause: float) -> float:
        """For how many seconds an answer in the present window is still held back, whoever gives it: where one of
        several who hold a key lets windows pass, `pause` seconds lie between the question and its answer at least, so
        that it does not tell by its time whether it was the server's."""
        if not self.partners or not self.window or all(self.replying(seat).now == "ask" for seat in self.keys):
            return 0.0
        return max(0.0, self.since + pause - time.monotonic())

    def replier(self, viewer: str | None) -> str | None:
        """The seat whose windows the server may answer, for whoever looks: a held one, or that of the only person at an
        open table. Where people share a screen the curtain shows who is asked, so nothing is answered for them."""
        if not self.match.table.windows or viewer not in self.humans:
            return None
        return viewer if self.held or len(self.humans) == 1 else None

    def reply(self, viewer: str | None) -> Reply | UnsetType:
        """How the windows of a viewer's seat are answered."""
        seat = self.replier(viewer)
        return UNSET if seat is None else self.replying(seat).now

    def set_reply(self, eyes: Eyes, wanted: Reply) -> None:
        """Have the windows of one's seat answered in this way. Raises Refusal, Forbidden."""
        self.check_acting(eyes)
        seat = self.replier(self.viewer(eyes))
        if seat is None:
            raise Refusal(
                "Nothing is answered for you here: the game has no such windows, or several people share the screen.",
                field="reply",
            )
        if wanted == "pass" and not self.in_whole:
            raise Refusal("Nothing is under way that could be let pass as a whole.", field="reply")
        usual = self.replying(seat).usual if wanted == "pass" else wanted
        self.replies = {**self.replies, seat: Replying(usual, wanted == "pass")}

    @property
    def in_whole(self) -> bool:
        """Whether something is under way that a seat may let pass as a whole."""
        match = self.match
        return not match.over and any(match.position.inside(name) for name in match.table.waived_whole)

    def due_reply(self) -> str:
        """The answer that the server gives in the present window for its seat; "" where the person is asked."""
        decision, seat = self.match.decision, self.window
        if not seat or self.replier(seat) is None or decision is None or decision.waiver is None:
            return ""
        if self.match.lesson_tasks:
            return ""
        how = self.replying(seat)
        passes = bool(decision.within) if how.passing else how.usual == "able" and decision.idle
        return decision.waiver.text if passes else ""

    def leave_lesson(self) -> None:
        """End the lesson; the game's first bot takes the seats that it played. Raises Refusal where none runs."""
        lesson = self.match.lesson
        self.match.leave_lesson()
        if lesson is not None and (bot := next(iter(self.match.game.bots), "")):
            self.seats = {seat: who if seat in lesson.learners else bot for seat, who in self.seats.items()}

    def resign(self, eyes: Eyes) -> list[Event]:
        """Give a held seat up; the match is over. Returns what happened. Raises Refusal, Forbidden."""
        self.check_acting(eyes)
        if eyes.seat is None or not self.held:
            raise Refusal("At an open table nobody holds a seat that he could give up.", field="held")
        return self.match.resign(eyes.seat)

    def name_of(self, seat: str) -> str:
        """A seat as the players call it."""
        return next((known.name for known in self.scene.seats if known.id == seat), seat)

    def redo(self, eyes: Eyes) -> list[Event]:
        """Play what was taken back last again, up to a person's decision; returns the events. Raises Refusal."""
        self.check_acting(eyes)
        if self.partners:
            self.check_turn(eyes)
        before = len(self.match.events)
        self.match.redo()
        while (self.bot is not None or self.waits) and self.match.redos:
            self.match.redo()
        return self.match.events[before:]

    def go_on(self, longer: Match) -> list[Event]:
        """Go on with a match that begins as this one; returns what happened since. What was taken back in practice mode
        stays noted, whoever did it."""
        here = self.match.record
        longer.record.practice = [*here.practice, *taken_back(here, longer.record)]
        longer.record.mail = {**here.mail, **longer.record.mail}
        before, self.match = len(self.match.events), longer
        return longer.events[before:]

    # -------------------------------------------------------------- looking

    @property
    def scene(self) -> Scene:
        """How the game looks."""
        return look_of(self.match.table).scene

    def scene_json(self, ply: int | None = None) -> bytes:
        """The same, as it is sent; with a `ply`: on the board that was played on then."""
        if ply is None or not self.match.boards_since(ply):
            return look_of(self.match.table).json
        return look_of(self._position(ply).table).json

    def picture(self, position: Position, viewer: str | None) -> Picture:
        """How the table stands for a seat in a position of this match; in a game without secrets as for everybody."""
        table = position.table
        return table.picture(position, self.match.seat_index(viewer) if table.secrets else None)

    def state(self, viewer: str | None, events: Iterable[Event] | None = None, picture: Picture | None = None) -> State:
        """The State of docs/protocol.md for a seat; `events` are those of the change that led here, `picture` what the
        seat sees where that is known already."""
        match, record = self.match, self.match.record
        return State(
            id=self.id,
            name=self.name,
            version=self.version,
            game=record.game,
            seats=self.seats,
            dice="hand" if record.dice == "hand" else "seeded",
            over=match.over,
            result=match.result,
            picture=picture or self.picture(match.position, viewer),
            decision=self._decision(viewer),
            undo=self._undos(viewer),
            practice_used=len(record.practice),
            plies=len(record.log),
            viewer=viewer or "",
            held=self.held,
            secrets=match.table.secrets,
            asked=self.asked,
            reply=self.reply(viewer),
            passes=viewer is not None and viewer == self.window and bool(self.due_reply()),
            notice=" ".join(filter(None, (self.changed, match.lesson_notice))),
            lesson=match.lesson_now(),
            example=None if self.example is None else self.example.now(),
            events=msgspec.UNSET if events is None else visible(events, viewer),
        )

    def _undos(self, viewer: str | None) -> Undos:
        """What can be taken back; of a held match with more than one person, by this seat without asking, and by asking
        the others."""
        match = self.match
        if self.example is not None:
            return Undos(0, 0, 0)
        decides = match.decision is not None and viewer in (None, match.decision.seat)
        if not self.held:
            entry = match.last_entry if match.record.dice == "hand" else None
            return Undos(match.free_undos, match.undos, match.redos, entry, match.loose() if decides else {})
        if viewer is None or match.over:
            return Undos(0, 0, 0)
        if not self.partners:
            return Undos(match.free_undos, match.undos, match.redos, pieces=match.loose() if decides else {})
        own, last = len(match.own_plies(viewer)), match.last_ply(viewer)
        asking = 0 if last is None else match.decisions_after(last)
        loose = match.loose(viewer) if decides else {}
        return Undos(own, max(own, asking), match.redos if decides else 0, pieces=loose)

    def _decision(self, viewer: str | None) -> DecisionData | None:
        decision = self.match.decision
        if decision is None:
            return None
        if decision.seat in ("chance", viewer):
            return decision.to_data()
        return decision.to_others(self.name_of(decision.seat))

    def choices(self, pieces: Sequence[str], by: Sequence[str], space: str | None, viewer: str | None) -> bytes:
        """What these pieces may do, by ways past the spaces `by`, or the ways to one space, as it is sent; nothing
        where another seat decides. It is worked out once for a version, however many ask. Raises Refusal (malformed)
        for a piece or a space that is not on the table."""
        if self._choices_of != self.version:
            self._choices, self._choices_of = {}, self.version
        asked = (tuple(pieces), tuple(by), space, viewer)
        found = self._choices.get(asked)
        if found is None:
            found = msgspec.json.encode(self._work_out(*asked))
            if len(self._choices) == CHOICES_KEPT:
                del self._choices[next(iter(self._choices))]
            self._choices[asked] = found
        return found

    def _work_out(
        self, pieces: Sequence[str], by: Sequence[str], space: str | None, viewer: str | None
    ) -> list[ChoiceData]:
        decision, nouns = self.match.decision, self.match.table.notation.nouns
        asked = [("piece", "piece", pieces), ("space", "by", by), ("space", "space", () if space is None else (space,))]
        for kind, field, names in asked:
            known = {noun.id for noun in nouns.get(kind, ())}
            for name in names:
                if name not in known:
                    raise Refusal(f"There is no {kind} “{name}”.", field=field, malformed=True)
        return [] if decision is None or decision.seat != viewer else decision.choices_data(*pieces, by=by, space=space)

    def foretell(self, text: str, viewer: str | None) -> Foretold:
        """What follows from an action that has not been taken; nothing where another seat decides. Raises Refusal for
        one that is not legal."""
        decision = self.match.decision
        return Foretold() if decision is None or decision.seat != viewer else decision.foretell(text)

    def overlay(self, name: str, viewer: str | None) -> Overlay:
        """An overlay that is made only when it is asked for. Raises Refusal where there is none of that name."""
        match = self.match
        return match.table.overlay(match.position, match.seat_index(viewer), name)

    def faces(self, ply: int, viewer: str | None) -> list[Throw]:
        """The die that fell at a ply with all its faces; none where it tells nothing alone, or not to this viewer."""
        match = self.match
        if not 1 <= ply <= len(match.record.log):
            raise Missing(f"This game has plies 1 to {len(match.record.log)}, not {ply}.")
        position = match.at(ply - 1)
        found = throw(position, viewer) if awaits_die(position) else None
        return [] if found is None else [found]

    def at(self, ply: int, viewer: str | None) -> PastTable:
        """The table after the first `ply` entries of the log, seen with the same eyes as the present one."""
        position = self._position(ply)
        title, prompt = self._asked(position, viewer)
        return PastTable(self.picture(position, viewer), ply, title, prompt, self.match.boards_since(ply))

    def _position(self, ply: int) -> Position:
        """The position after the first `ply` entries of the log. Raises Missing."""
        last = len(self.match.record.log)
        if not 0 <= ply <= last:
            raise Missing(f"This game has plies 0 to {last}, not {ply}.")
        return self.match.at(ply)

    def _asked(self, p: Position, viewer: str | None) -> tuple[str, str]:
        """Title and prompt of the decision that a position waits for, as far as a seat may know them."""
        if p.seat == OVER:
            return "The end", "The game is over."
        decision = Decision(p)
        own = decision.seat in ("chance", viewer)
        return decision.title, decision.prompt if own else waits_for(self.name_of(decision.seat))

    def thumbnail(self, ply: int | None, viewer: str | None) -> Thumbnail:
        """The board in small, after a ply or as it is now, seen with the same eyes as the whole one."""
        position = self.match.position if ply is None else self._position(ply)
        return thumbnail(look_of(position.table).scene, self.picture(position, viewer))

    def why(self, question: Question, viewer: str | None) -> Reasons:
        """Why an action, or what was clicked, is not on offer. Raises Refusal (malformed) for words of no game."""
        match, decision = self.match, self.match.decision
        if decision is not None and decision.seat not in ("chance", viewer):
            return Reasons([ReasonForm(f"It is {self.name_of(decision.seat)} who decides now.", [])])
        if question.text is None:
            if question.card is not None:
                return self._why_card(question.card, question.verb or "")
            if not (question.piece or question.space or question.verb):
                text = "Ask with “text”, or with “piece”, “space”, “verb” or “card”."
                raise Refusal(text, field="text", malformed=True)
            piece, space = self._named(question.piece or "", question.space or "", viewer)
            if not (piece or space or question.verb):
                return Reasons([ReasonForm("That plays no part in any decision.", [])])
            found = match.why(piece=piece, space=space, verb=question.verb or "")
            if not found and (piece or space) and decision is not None:
                text = self._on_offer(decision, piece, space, question.verb or "")
                return Reasons([ReasonForm(text, list(decision.clauses))])
            return Reasons([ReasonForm(reason.text, list(reason.clauses), text) for text, reason in found])
        if decision is None:
            return Reasons([ReasonForm("The game is over.", [])])
        try:
            action = decision.parse(question.text)
        except Refusal as refusal:
            if refusal.malformed:
                raise
            return Reasons([ReasonForm(refusal.text, list(refusal.clauses), question.text)])
        objection = match.lesson_objects(action)
        return Reasons([] if objection is None else [ReasonForm(objection.text, [], action.text)])

    def _why_card(self, card: int, verb: str) -> Reasons:
        """Why a card offers nothing. Raises Refusal (malformed) for one that the game does not have."""
        found = self.match.why(card=card, verb=verb)
        if not found and (decision := self.match.decision) is not None:
            return Reasons([ReasonForm(f"This card may be chosen. {decision.prompt}", list(decision.clauses))])
        return Reasons([ReasonForm(reason.text, list(reason.clauses), text) for text, reason in found])

    def _on_offer(self, decision: Decision, piece: str, space: str, verb: str) -> str:
        """That something can be done with what was clicked after all, and what has still to be chosen for it."""
        p, verbs = self.match.position, self.match.table.notation.verbs
        nouns = [*filter(None, (piece, space))]
        offers = decision.offers(*nouns, verb=verb) or [
            code for noun in nouns for code in decision.offers(noun, verb=verb)
        ]
        if len(offers) == 1:
            return f"This may be done: {self.match.table.label(p, offers[0])}."
        titles = dict.fromkeys(verbs[code >> VERB].title or verbs[code >> VERB].name for code in offers)
        if verb:
            missing = "the place" if piece else "the unit"
        else:
            missing = " or ".join(f"“{title}”" for title in titles) or "the unit or the action"
        return f"Something is on offer here, once {missing} is chosen. {decision.prompt}"

    def _named(self, piece: str, space: str, viewer: str | None) -> tuple[str, str]:
        """What was clicked in the words of actions. A counter that no action names, an enemy's or one that is face
        down, stands for its space; a space that none names, such as a box of a track, for nothing. Raises Refusal
        (malformed) for what is not on the table at all."""
        match = self.match
        nouns = {kind: {noun.id for noun in row} for kind, row in match.table.notation.nouns.items()}
        if piece and piece not in nouns.get("piece", ()):
            picture = self.picture(match.position, viewer)
            at = {shown.id: shown.at for shown in picture.pieces}
            if piece not in at and all(piece != known.id for known in self.scene.pieces):
                raise Refusal(f"There is no piece “{piece}”.", field="piece", malformed=True)
            piece, space = "", space or at.get(piece, "")
        if space and space not in nouns.get("space", ()):
            if space not in self.scene.space_ids():
                raise Refusal(f"There is no space “{space}”.", field="space", malformed=True)
            space = ""
        return piece, space

    def setup(self) -> Setup:
        """How the match was set up."""
        record = self.match.record
        return Setup(
            record.edition,
            record.options,
            record.seed,
            "hand" if record.dice == "hand" else "seeded",
            _names(record.board),
            [stated_form(one) for one in self.match.table.differs],
        )

    def series(self) -> SeriesList:
        """The values that are plotted over the turns."""
        return series_of(self.match)

    def standing(self) -> Standing:
        """What the list of games shows: only what everybody sees."""
        return standing(self.match)

    def events(self) -> Sequence[Event]:
        """What has happened."""
        return self.match.events

    def saved(self, picture: Picture) -> Saved:
        """The match as it is stored; `picture` is what everybody sees."""
        match = self.match
        return Saved(
            id=self.id,
            name=self.name,
            game=match.record.game,
            version=self.version,
            record=match.to_json(),
            undone=match.undone,
            seats=self.seats,
            created=self.created,
            keys=self.keys,
            asked=self.asked,
            last=last_of(match, picture),
            checked=match.game.version,
        )


class News:
    """A change of a locked room, as it is stored and told: what it shows is made once for each pair of eyes, however
    many tabs look. No `events`: they are not known, as where another server played."""

    def __init__(self, room: Room, events: list[Event] | None) -> None:
        self.room, self.events = room, events
        self._pictures: dict[str | None, Picture] = {}
        self._states: dict[str | None, msgspec.Raw] = {}

    def standing(self) -> Standing:
        """What the list of games shows: only what everybody sees."""
        return standing(self.room.match, self._picture(None))

    def saved(self) -> Saved:
        """The match as it is stored."""
        return self.room.saved(self._picture(None))

    def state(self, viewer: str | None) -> msgspec.Raw:
        """The State for a seat, as it is sent."""
        if viewer not in self._states:
            state = self.room.state(viewer, self.events, self._picture(viewer))
            self._states[viewer] = msgspec.Raw(msgspec.json.encode(state))
        return self._states[viewer]

    def _picture(self, viewer: str | None) -> Picture:
        match = self.room.match
        viewer = viewer if match.table.secrets else None
        if viewer not in self._pictures:
            self._pictures[viewer] = self.room.picture(match.position, viewer)
        return self._pictures[viewer]


def visible(events: Iterable[Event], viewer: str | None) -> list[Any]:
    """The events that a seat may see; None: those for everybody."""
    return [e for e in events if e.seen_by(viewer)]


def _names(components: str | dict[str, str]) -> list[str]:
    """What a list shows of components: the files by name, or the folder of a match from before."""
    if isinstance(components, str):
        return [components] if components else []
    return list(components)
