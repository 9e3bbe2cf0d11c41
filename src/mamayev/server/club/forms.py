"""The forms of a club's API: requests and responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..forms import PLAIN, MatchCard, Request, SetUpWanted, Version, Word
from .anchors import BotPoints
from .challenges import Audience
from .outbox import Kind
from .pace import Pace
from .seats import Sight

Token = Annotated[str, Meta(max_length=64, description="from the response that started the proof")]
NameText = Annotated[str, Meta(max_length=200, pattern=PLAIN)]
MailText = Annotated[str, Meta(max_length=320, pattern=PLAIN)]
InvitationText = Annotated[str, Meta(max_length=64)]
CodeText = Annotated[str, Meta(max_length=40, pattern=PLAIN)]
LABEL_LENGTH = 60
Label = Annotated[str, Meta(min_length=1, max_length=LABEL_LENGTH, pattern=PLAIN)]
Reason = Annotated[str, Meta(min_length=1, max_length=280, pattern=PLAIN, description="what is wrong")]
RatingLimit = Annotated[int, Meta(ge=0, le=4000)]
PaceWanted = Annotated[Literal["live", "daily", "either"], Meta(description="how fast")]
Credential = Annotated[dict[str, Any], Meta(description="the browser's PublicKeyCredential.toJSON()")]

# ------------------------------------------------------------------ requests


class Work(Request):
    """A solved task: the hash of “task.answer” begins with enough zero bits."""

    task: Token
    answer: Annotated[int, Meta(ge=0, le=2**53)]


class CodeWanted(Request):
    """Send a six-digit code to a mailbox. `work` is needed if the club requires it. `invitation`: the code with which
    the caller wants to join; null to sign in."""

    mail: MailText
    work: Work | None = None
    invitation: InvitationText | None = None


class CodeTyped(Request):
    """The six-digit code that the user typed."""

    ceremony: Token
    code: CodeText


class OptionsWanted(Request):
    """Ask for the options for a passkey: to create the first one for a new member called `name`, to add one, or to sign
    in. `work` is needed for the first one if the club requires it. `invitation`: the code of a new member, which the
    server then checks first."""

    use: Annotated[Literal["join", "add", "sign-in"], Meta(description="what the passkey is for")]
    name: NameText | None = None
    work: Work | None = None
    invitation: InvitationText | None = None


class Join(Request):
    """Become a member, with a new passkey (`credential`) or a mailbox confirmed by code."""

    name: NameText
    ceremony: Token
    credential: Credential | None = None
    invitation: InvitationText = ""


class Proof(Request):
    """A proof of identity: a passkey (`ceremony`, `credential`), a code by mail (`ceremony`), or a recovery code."""

    ceremony: Token | None = None
    credential: Credential | None = None
    recovery: CodeText | None = None


class MailWanted(Request):
    """A mailbox confirmed by code."""

    ceremony: Token


class PasskeyMade(Request):
    """A new passkey."""

    ceremony: Token
    credential: Credential
    label: Label | None = None


class PasskeyNamed(Request):
    label: Label


class Renamed(Request):
    name: NameText


class SightWanted(Request):
    """Set who can see a game: only its players, anyone with its URL, or everyone."""

    sight: Sight


TimeOfDay = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)", description="a time of day, HH:MM")]
Kinds = Annotated[list[Kind], Meta(max_length=7, description="the kinds of notices that it receives")]
Url = Annotated[str, Meta(min_length=1, max_length=2000, pattern=PLAIN)]


class PushKeys(Request):
    """The keys of a browser's subscription."""

    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=60)]


class ChannelWanted(Request):
    """Receive notices in this browser (`keys`: from the browser's `PushSubscription.toJSON()`), or through a webhook in
    Discord's format. `replaces`: the `url` of the browser's previous subscription."""

    url: Url
    keys: PushKeys | None = None
    label: Label | None = None
    replaces: Url | None = None


class ChannelChanged(Request):
    """Change the kinds of notices that a channel receives, or its name."""

    takes: Kinds | None = None
    label: Label | None = None


class TimesWanted(Request):
    """When to send notices. `quiet_from`, `quiet_to`: the quiet hours, or null. `daily`: the time of a single daily
    email instead of separate emails, or null. `zone`: the time zone."""

    zone: Annotated[str, Meta(max_length=64)]
    quiet_from: TimeOfDay | None = None
    quiet_to: TimeOfDay | None = None
    daily: TimeOfDay | None = None


class MuteWanted(Request):
    """Turn notices about a game on or off. `without`: the channels through which they are off."""

    muted: bool
    without: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=20)] = []


class Claim(Request):
    """Claim a win against a player who has run out of time, or give their seat to a `bot`, which makes the game
    unrated."""

    version: Version
    bot: Word | None = None


class PauseWanted(Request):
    """Ask for a pause of the clocks, withdraw the request, or end the pause."""

    asks: bool


class VacationWanted(Request):
    """Start a vacation of the given number of days, or extend the current one."""

    days: Annotated[int, Meta(ge=1, le=366)]


class NewChallenge(SetUpWanted):
    """Challenge everyone, a member, a bot, or anyone who gets the link."""

    seat: Annotated[Word | None, Meta(description="your seat; null for either")] = None
    pair: Annotated[bool, Meta(description="two games, in which each player plays each seat once")] = False
    pace: Annotated[Pace | None, Meta(description="null: without clocks")] = None
    rated: bool = False
    lowest: Annotated[RatingLimit | None, Meta(description="the minimum rating of a member who accepts it")] = None
    highest: Annotated[RatingLimit | None, Meta(description="the maximum rating of a member who accepts it")] = None
    audience: Audience = "all"
    member: Annotated[NameText | None, Meta(description="the only member that may accept it, by name")] = None
    bot: Annotated[Word | None, Meta(description="a bot of the game, which accepts immediately")] = None


class LinkShown(Request):
    """The token in the link to a challenge. Open challenges need no token."""

    link: Token = ""


class PlayWanted(Request):
    """Find an opponent: accept the challenge that the button names or any that fits, or post one."""

    game: Word
    pace: PaceWanted = "daily"
    rated: bool = False
    bot: bool = False
    joins: Annotated[str, Meta(max_length=64, pattern=PLAIN, description="the challenge that the button names")] = ""


class BlockWanted(Request):
    """Stop a member from joining your games and writing to you."""

    name: NameText


class ReportWanted(Request):
    """Report a chat message by its number, or the game itself, to the operator."""

    reason: Reason
    line: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    name: Annotated[
        NameText | None, Meta(description="the member to report, if the game has several other players")
    ] = None


class MemberReported(Request):
    """Report a member to the operator."""

    reason: Reason


class ReportResolved(Request):
    """What the operator did about a report, and an optional sanction for the reported member."""

    outcome: Annotated[str, Meta(min_length=1, max_length=280, pattern=PLAIN)]
    sanction: Literal["mute", "suspend"] | None = None
    days: Annotated[int, Meta(ge=1, le=3650)] = 7


# ------------------------------------------------------------------ answers


class ClockForm(msgspec.Struct, omit_defaults=True):
    """The clock of a seat.

    - `left`: the milliseconds left at the time of the response; negative if the time is up.
    - `running`: whether the match is waiting for this seat. During a vacation, the clock is stopped even then.
    - `pause`: whether the player is asking for a pause.
    - `name`: the member who holds the seat; "" if none does.
    - `until`: the end of the player's vacation. `used`: the vacation days that they have used this year.
    """

    seat: str
    left: int
    running: bool = False
    pause: bool = False
    until: str = ""
    used: int = 0
    name: str = ""


class ClocksForm(msgspec.Struct, omit_defaults=True):
    """The clocks of a game.

    - `at`: the server's time. `clocks`: empty for a game without a pace.
    - `bank`: the milliseconds on each clock at the start.
    - `vacation`: the number of vacation days per member per year.
    - `mine`: the caller's seats.
    """

    at: str
    pace: Pace | None
    rated: bool
    bank: int = 0
    clocks: list[ClockForm] = []
    paused: bool = False
    vacation: int = 0
    mine: list[str] = []


class VacationForm(msgspec.Struct):
    """Your vacation. `until`: its end; "" if there is none. `used`: the days that you have used this year, out of
    `most`."""

    until: str
    used: int
    most: int


class PasskeyForm(msgspec.Struct):
    id: str
    label: str
    created: str
    used: str | None


class Me(msgspec.Struct):
    """A member's own account, visible only to them. `fresh`: whether they have recently proved their identity."""

    name: str
    joined: str
    mail: str
    passkeys: list[PasskeyForm]
    recovery: Annotated[int, Meta(description="the number of recovery codes left")]
    fresh: bool


class ClubInfo(msgspec.Struct):
    """A club, and the caller. `mail`: whether the club can send codes by email. `work`: the number of zero bits with
    which the hash of a solved task must begin; 0 if the club sets no tasks. `operator`: whether the caller handles
    reports, and `reports`: how many are open. `notices`: see `ClubGames`. `mail_down`: whether the mail server did not
    accept the last email."""

    name: str
    address: str
    imprint: str
    sign_up: Literal["open", "invitation", "closed"]
    mail: bool
    work: int
    me: Me | None
    operator: bool = False
    notices: int = 0
    reports: int = 0
    mail_down: bool = False


class Task(msgspec.Struct):
    """A task for a browser (see `Work`). It can be used once."""

    task: str
    bits: int


class NameChecked(msgspec.Struct):
    """Whether a name is available, with its stored form. `why`: the reason if the name is not free."""

    name: str
    free: bool
    why: str = ""


class CodeSent(msgspec.Struct):
    """The confirmation that a code is on its way. The response is the same for every mailbox."""

    ceremony: str
    seconds: Annotated[int, Meta(description="how long it is valid")]
    tries: int


class Options(msgspec.Struct):
    """The options for the browser's `navigator.credentials`, as JSON."""

    ceremony: str
    options: dict[str, Any]


class CodeChecked(msgspec.Struct):
    """A mailbox confirmed by code. `me`: the member that the code signed in. It is null if no account has this mailbox,
    so that its owner can join, or if a member was already signed in."""

    me: Me | None


class RecoveryCodes(msgspec.Struct):
    """New recovery codes. They are shown only once."""

    codes: list[str]


class SessionForm(msgspec.Struct):
    id: str
    device: str
    created: str
    used: str
    here: bool


class Player(msgspec.Struct, omit_defaults=True):
    """A member in a seat. `me`: whether they are the caller. `left`: whether they have left the club."""

    name: str
    me: bool = False
    left: bool = False


class ClubGame(msgspec.Struct):
    """A game in a club's lists. `mine`: the caller's seats. `turn`: whether it is the caller's turn. `players`: the
    members by seat. `clock`: the clock of the seat to move, in a game with a pace."""

    game: MatchCard
    sight: Sight
    rated: bool
    mine: list[str]
    turn: bool
    players: dict[str, list[Player]]
    clock: ClockForm | None = None
    pace: Pace | None = None


class Opponent(msgspec.Struct):
    """A member or bot, with their rating and deviation in the class of a game's rules; null if such games are not
    rated. `games`: the number of rated games in that class."""

    name: str
    bot: str = ""
    rating: int | None = None
    deviation: int | None = None
    games: int = 0


class ChallengeForm(msgspec.Struct):
    """A challenge as one reader sees it.

    - `seat`: the seat that the reader would get, or chose as its author; null for either.
    - `to`: the only member that may accept it.
    - `mine`: whether the reader posted it.
    - `why`: why the reader cannot accept it, in two or three words; "" if they can. `reason`: the same as a sentence.
    """

    id: str
    game: str
    title: str
    edition: str
    options: dict[str, Any]
    seat: str | None
    pair: bool
    pace: Pace | None
    rated: bool
    lowest: int | None
    highest: int | None
    audience: Audience
    to: str
    by: Opponent
    mine: bool
    rematch: bool
    created: str
    expires: str
    why: str = ""
    reason: str = ""


class Begun(msgspec.Struct):
    """The result of a challenge: the id of the new game (or of the first game of a pair), or the open challenge.
    `link`: the token for its link, which only this response contains."""

    match: str = ""
    challenge: ChallengeForm | None = None
    link: str = ""


class PlayOffer(msgspec.Struct):
    """What “Play now” does: accept this challenge, or post one if there is none."""

    challenge: ChallengeForm | None


class MemberRow(msgspec.Struct):
    """A member, or a game's bot, in the list of members. `blocked`: whether the caller has blocked them."""

    name: str
    joined: str = ""
    game: str = ""
    bot: str = ""
    blocked: bool = False


class SeatResults(msgspec.Struct):
    """A member's number of games in a seat, and their score: 1 for a win, 0.5 for a draw."""

    seat: str
    name: str
    games: int
    points: float


class SeatWorth(msgspec.Struct):
    """A seat's advantage in rating points, with its deviation. The seat is given by its name."""

    name: str
    points: float
    deviation: float


class CurvePoint(msgspec.Struct):
    """A rated game: the seat, the score (or the points of a solo game), and the rating after it. `match`: the game, ""
    if the reader cannot open it."""

    at: str
    seat: str
    score: float
    rating: float | None
    deviation: float | None
    match: str = ""


class RatingRow(msgspec.Struct):
    """A member's rating in a class of rules, or their mean points in a solo game.

    - `deviation`: the deviation of the rating, or the standard error of the mean; null for a single solo game.
    - `provisional`: whether the rating may still be far off.
    - `worth`: a seat's advantage, estimated from all rated games in the class.
    - `best`: the member's best score in a solo game. `bot`: the standard bot's mean points.
    """

    box: str
    title: str
    rules: str
    kind: Literal["duel", "points"]
    rating: float
    deviation: float | None
    provisional: bool
    games: int
    last: str
    curve: list[CurvePoint]
    seats: list[SeatResults] = []
    worth: SeatWorth | None = None
    best: float | None = None
    bot: BotPoints | None = None


class Profile(msgspec.Struct):
    """A member's public profile, based on their last 1,000 games.

    - `pace`: the usual pace, "live" or "daily"; "" if there is none.
    - `answers`: the median time per turn at that pace, in seconds; null if there are too few turns.
    - `games`: the finished games, `rated` of them rated. `won`, `drawn` and `lost` count rated games against others.
    - `on_time`: games lost on time. `on_time_share`: their share, for members with at least 10 finished games.
    - `left`: games in which a bot took over their seat.
    - `blocked`: whether the reader has blocked them.
    """

    name: str
    joined: str
    me: bool
    blocked: bool
    pace: str
    answers: int | None
    games: int
    rated: int
    won: int
    drawn: int
    lost: int
    on_time: int
    on_time_share: float | None
    left: int
    ratings: list[RatingRow]


class ReportForm(msgspec.Struct):
    """A report as the operator sees it. `match`: "" for a report of a member. `resolved`, `outcome`: when an operator
    resolved it, and what they did; null while it is open."""

    id: str
    at: str
    by: str
    about: str
    match: str
    line: int | None
    text: str
    reason: str
    resolved: str | None = None
    outcome: str | None = None


class ClubGames(msgspec.Struct):
    """A club's lists: the caller's games, with those where it is their turn first; open challenges; games to watch;
    finished public games. `suspended`: why the caller cannot start games; "" if they can. `notices`: the number of
    games with a notice that the caller has not opened."""

    mine: list[ClubGame]
    challenges: list[ChallengeForm]
    watch: list[ClubGame]
    finished: list[ClubGame]
    suspended: str = ""
    notices: int = 0


class SeatKept(msgspec.Struct):
    """The caller's seats in a game. `muted`: whether notices about the game are turned off. `without`: the channels
    through which they are."""

    seats: list[str]
    sight: Sight
    muted: bool = False
    without: list[str] = []


class ChannelForm(msgspec.Struct):
    """A channel for notices. `here`: whether it is the calling browser. `used`: when it last delivered a notice.
    `off`: why the channel is off, or null."""

    id: str
    kind: Literal["push", "mail", "webhook"]
    label: str
    takes: list[Kind]
    here: bool
    used: str | None
    off: str | None


class NoticesForm(msgspec.Struct):
    """The caller's notices. `key`: the key that a browser needs to subscribe. `mail`: whether the club sends email.
    `quiet_from`, `quiet_to`, `daily`, `zone`: see `TimesWanted`."""

    channels: list[ChannelForm]
    key: str
    mail: bool
    zone: str
    quiet_from: str | None
    quiet_to: str | None
    daily: str | None


class Tested(msgspec.Struct):
    """The result of a channel's test notice. `problem`: why it was not delivered, or ""."""

    channel: str
    problem: str


class Export(msgspec.Struct):
    """Everything that the club stores about a member."""

    me: Me
    renamed: str
    passkeys: list[dict[str, Any]]
    sessions: list[SessionForm]
    seats: list[dict[str, str]]
    vacations: list[dict[str, str]]
    games: list[str]
    lines: list[dict[str, str]]
    channels: list[dict[str, Any]]
    times: dict[str, Any]
    followed: list[dict[str, Any]]
    outbox: list[dict[str, Any]]
    challenges: list[dict[str, Any]]
    blocked: list[str]
    reports: list[dict[str, Any]]
    sanctions: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    results: list[dict[str, Any]]
    answers: list[dict[str, Any]]
