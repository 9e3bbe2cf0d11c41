"""The tables of a club. `migrations` updates older databases. Times are texts, as in the tables of the games."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

MEMBERS = sa.Table(
    "club_members",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(20), nullable=False),
    # What a name looks like (names.py), so that no two members can be mistaken for each other.
    sa.Column("skeleton", sa.String(200), nullable=False, unique=True),
    sa.Column("joined", sa.String(32), nullable=False),
    sa.Column("renamed", sa.String(32), nullable=True),
    # The address as the member wrote it, and in the form in which addresses are compared.
    sa.Column("mail", sa.String(254), nullable=True),
    sa.Column("mailbox", sa.String(254), nullable=True, unique=True),
)

PASSKEYS = sa.Table(
    "club_passkeys",
    METADATA,
    # The credential's id and public key, in base64url.
    sa.Column("id", sa.String(1400), primary_key=True),
    sa.Column("member", sa.String(32), nullable=False),
    sa.Column("public_key", sa.Text(), nullable=False),
    # How often the authenticator says that the credential was used. Many always say 0.
    sa.Column("sign_count", sa.BigInteger(), nullable=False),
    sa.Column("transports", sa.String(200), nullable=False),
    sa.Column("label", sa.String(60), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("used", sa.String(32), nullable=True),
    sa.Index("club_passkeys_member", "member"),
)

RECOVERY = sa.Table(
    "club_recovery",
    METADATA,
    # The hash of a recovery code that has not been used.
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("member", sa.String(32), nullable=False),
    sa.Index("club_recovery_member", "member"),
)

SESSIONS = sa.Table(
    "club_sessions",
    METADATA,
    # The hash of the token in the cookie.
    sa.Column("hash", sa.String(64), primary_key=True),
    # The name of the session in the list, which proves nothing.
    sa.Column("id", sa.String(32), nullable=False, unique=True),
    sa.Column("member", sa.String(32), nullable=False),
    sa.Column("device", sa.String(60), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("used", sa.String(32), nullable=False),
    # When the person last proved who they are, for what is sensitive.
    sa.Column("proved", sa.String(32), nullable=False),
    sa.Index("club_sessions_member", "member"),
)

CEREMONIES = sa.Table(
    "club_ceremonies",
    METADATA,
    # One proof that has begun: a code by mail, or a passkey. The hash of the token that the browser got.
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("expires", sa.String(32), nullable=False),
    sa.Column("tries", sa.Integer(), nullable=False),
    # The mailbox of a code, and the hash of the code with the browser's token, so that the table alone opens nothing.
    sa.Column("mail", sa.String(254), nullable=True),
    sa.Column("code", sa.String(64), nullable=True),
    sa.Column("proved", sa.Boolean(), nullable=False),
    # The challenge of a passkey, the member's id in it, and the member whom it is for.
    sa.Column("challenge", sa.String(100), nullable=True),
    sa.Column("handle", sa.String(32), nullable=True),
    sa.Column("member", sa.String(32), nullable=True),
    sa.Index("club_ceremonies_expires", "expires"),
)

SEATS = sa.Table(
    "club_seats",
    METADATA,
    # The seats that members hold, by the hashed key of the seat.
    sa.Column("member", sa.String(32), primary_key=True),
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("kept", sa.String(32), nullable=False),
    sa.Index("club_seats_match", "match"),
    sa.Index("club_seats_key", "key"),
)

GAMES = sa.Table(
    "club_games",
    METADATA,
    sa.Column("match", sa.String(32), primary_key=True),
    # The member who started it, for an open table; null for a private game, and for a visitor.
    sa.Column("owner", sa.String(32), nullable=True),
    # Who may see it: private, unlisted or public.
    sa.Column("sight", sa.String(16), nullable=False),
    # The pace as JSON (`pace.Pace`), null for a game without clocks, and whether it counts for the ratings.
    sa.Column("pace", sa.Text(), nullable=True),
    sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()),
    # The first game of the pair that it belongs to; null for a game alone.
    sa.Column("pair", sa.String(32), nullable=True),
    sa.Index("club_games_owner", "owner"),
    sa.Index("club_games_sight", "sight"),
    sa.Index("club_games_pair", "pair"),
)

KEPT = sa.Table(
    "club_kept",
    METADATA,
    # What the club makes at its first start and keeps: the key that signs pushes, the secret of unsubscribe links. Also
    # when a server last noted that it runs.
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text(), nullable=False),
)

CHANNELS = sa.Table(
    "club_channels",
    METADATA,
    # A way in which notices reach a member: push (one browser), mail, or webhook.
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("member", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("label", sa.String(60), nullable=False),
    # The address of the push service or the webhook. Mail goes to the member's mailbox.
    sa.Column("address", sa.Text(), nullable=False),
    # The browser's public key and secret, with which pushes are encrypted.
    sa.Column("key", sa.String(200), nullable=False),
    sa.Column("secret", sa.String(60), nullable=False),
    # The session of the browser that gets pushes. They end with it.
    sa.Column("session", sa.String(32), nullable=True),
    # The kinds of notices that it takes, separated by blanks.
    sa.Column("takes", sa.String(100), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    # When a notice was last delivered.
    sa.Column("used", sa.String(32), nullable=True),
    # Why it is switched off, or null.
    sa.Column("off", sa.String(300), nullable=True),
    sa.Index("club_channels_member", "member"),
    sa.Index("club_channels_session", "session"),
)

PREFERENCES = sa.Table(
    "club_preferences",
    METADATA,
    # When notices may arrive: quiet hours and the time of a daily mail as HH:MM in the member's time zone, or null.
    sa.Column("member", sa.String(32), primary_key=True),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("quiet_from", sa.String(5), nullable=True),
    sa.Column("quiet_to", sa.String(5), nullable=True),
    sa.Column("daily", sa.String(5), nullable=True),
)

FOLLOWED = sa.Table(
    "club_followed",
    METADATA,
    # What a member's notices are at a game: whether it is muted, through which channels (ids with spaces between) it
    # is not told, and when they got a notice that they have not answered by looking at the game.
    sa.Column("member", sa.String(32), primary_key=True),
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("muted", sa.Boolean(), nullable=False),
    sa.Column("told", sa.String(32), nullable=True),
    sa.Column("without", sa.Text(), nullable=False, server_default=""),
    sa.Index("club_followed_match", "match"),
)

OUTBOX = sa.Table(
    "club_outbox",
    METADATA,
    # A notice (without a channel), and its deliveries (one for each channel). It holds no text of a game, which is
    # read when it is sent.
    sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
    sa.Column("member", sa.String(32), nullable=False),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("seat", sa.String(64), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    # What is asked, or another sentence that every spectator may read.
    sa.Column("about", sa.String(300), nullable=False),
    # The member whom it is about, by id, or null.
    sa.Column("who", sa.String(32), nullable=True),
    sa.Column("channel", sa.String(32), nullable=True),
    # Whether it is part of a daily mail.
    sa.Column("daily", sa.Boolean(), nullable=False),
    sa.Column("written", sa.String(32), nullable=False),
    sa.Column("due", sa.String(32), nullable=False),
    # The server that sends it, and until when no other one may.
    sa.Column("holder", sa.String(32), nullable=True),
    sa.Column("lease", sa.String(32), nullable=False),
    sa.Column("tries", sa.Integer(), nullable=False),
    # waiting, sent, dropped (it no longer holds) or failed, with the reason, and when.
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("why", sa.String(300), nullable=False),
    sa.Column("done", sa.String(32), nullable=True),
    sa.Index("club_outbox_due", "state", "due"),
    sa.Index("club_outbox_match", "match", "member"),
    sa.Index("club_outbox_member", "member"),
)

CLOCKS = sa.Table(
    "club_clocks",
    METADATA,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    # The hashed key of the seat, which leads to the members who hold it.
    sa.Column("key", sa.String(64), nullable=False),
    # The milliseconds that were left at `since`, and the moment from which the clock runs; null if it does not run.
    sa.Column("left", sa.BigInteger(), nullable=False),
    sa.Column("since", sa.String(32), nullable=True),
    # How many player turns of the game have been credited.
    sa.Column("turns", sa.Integer(), nullable=False),
    # Whether the player asks for a pause.
    sa.Column("pause", sa.Boolean(), nullable=False),
    sa.Index("club_clocks_key", "key"),
)

DEADLINES = sa.Table(
    "club_deadlines",
    METADATA,
    # The moments at which a running clock comes to a mark: half, tenth, zero, end.
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("mark", sa.String(16), primary_key=True),
    sa.Column("seat", sa.String(64), nullable=False),
    sa.Column("due", sa.String(32), nullable=False),
    # Until when a server has it in hand.
    sa.Column("lease", sa.String(32), nullable=True),
    sa.Index("club_deadlines_due", "due"),
)

VACATIONS = sa.Table(
    "club_vacations",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("member", sa.String(32), nullable=False),
    sa.Column("begins", sa.String(32), nullable=False),
    sa.Column("ends", sa.String(32), nullable=False),
    sa.Index("club_vacations_member", "member"),
)

RESULTS = sa.Table(
    "club_results",
    METADATA,
    # The finished games in which members took part, a row for each seat. Their order is that of `number`.
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("number", sa.Integer(), nullable=False),
    # The number of the seat in the box.
    sa.Column("place", sa.Integer(), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    # The class of its rules (classes.py); rules and kind are "" for a game of no class.
    sa.Column("box", sa.String(64), nullable=False),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    # The member or bot ("bot:GAME:NAME") at the seat, "" for a visitor, or a made-up id after a member has left.
    sa.Column("player", sa.String(200), nullable=False),
    # 1, 0.5 or 0, or the points of somebody who played alone; null for a game that nobody won or lost.
    sa.Column("score", sa.Double(), nullable=True),
    # How it ended for this seat: played, resigned, time, or left (a bot had taken the seat).
    sa.Column("ended", sa.String(16), nullable=False),
    # live, daily, or "" without clocks.
    sa.Column("pace", sa.String(16), nullable=False),
    sa.Column("rated", sa.Boolean(), nullable=False),
    # A member's rating after a rated game; that of a bot in it.
    sa.Column("rating", sa.Double(), nullable=True),
    sa.Column("deviation", sa.Double(), nullable=True),
    sa.Index("club_results_player", "player", "number"),
    sa.Index("club_results_number", "number"),
)

RATINGS = sa.Table(
    "club_ratings",
    METADATA,
    # The ratings of members by class. All of them can be computed again from the results.
    sa.Column("member", sa.String(32), primary_key=True),
    sa.Column("box", sa.String(64), primary_key=True),
    sa.Column("rules", sa.String(64), primary_key=True),
    sa.Column("rating", sa.Double(), nullable=False),
    sa.Column("deviation", sa.Double(), nullable=False),
    sa.Column("volatility", sa.Double(), nullable=False),
    sa.Column("games", sa.Integer(), nullable=False),
    # When the last of these games ended.
    sa.Column("last", sa.String(32), nullable=False),
    sa.Index("club_ratings_class", "box", "rules"),
)

ANSWERS = sa.Table(
    "club_answers",
    METADATA,
    # How long members took for their turns lately: when a match began to wait for them, and until when it waited.
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("since", sa.String(32), primary_key=True),
    sa.Column("member", sa.String(32), nullable=False),
    sa.Column("until", sa.String(32), nullable=True),
    sa.Index("club_answers_member", "member", "since"),
    sa.Index("club_answers_since", "since"),
)

INVITATIONS = sa.Table(
    "club_invitations",
    METADATA,
    # The codes with which one person each can join, by their hashes.
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("note", sa.String(60), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("expires", sa.String(32), nullable=False),
    sa.Index("club_invitations_expires", "expires"),
)

WORTHS = sa.Table(
    "club_worths",
    METADATA,
    # How many points a seat of a class is worth more than the other one, from all its rated games.
    sa.Column("box", sa.String(64), primary_key=True),
    sa.Column("rules", sa.String(64), primary_key=True),
    sa.Column("seat", sa.String(64), nullable=False),
    sa.Column("points", sa.Double(), nullable=False),
    sa.Column("deviation", sa.Double(), nullable=False),
)

CHALLENGES = sa.Table(
    "club_challenges",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("member", sa.String(32), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("expires", sa.String(32), nullable=False),
    # open, taken or withdrawn; and who took it, and the first game that began. They are kept until it would have
    # expired, so that those who come too late learn why.
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("taker", sa.String(32), nullable=True),
    sa.Column("match", sa.String(32), nullable=True),
    # The setup: its options as JSON.
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("edition", sa.String(64), nullable=False),
    sa.Column("options", sa.Text(), nullable=False),
    # The seat that the member takes; null for either. A pair is two games, each seat once.
    sa.Column("seat", sa.String(64), nullable=True),
    sa.Column("pair", sa.Boolean(), nullable=False),
    # The pace as JSON; null without clocks.
    sa.Column("pace", sa.Text(), nullable=True),
    sa.Column("rated", sa.Boolean(), nullable=False),
    # The ratings that it is open to, and to whom: all, a member, or everyone who has its link, whose hash is kept.
    sa.Column("lowest", sa.Integer(), nullable=True),
    sa.Column("highest", sa.Integer(), nullable=True),
    sa.Column("audience", sa.String(16), nullable=False),
    sa.Column("target", sa.String(32), nullable=True),
    sa.Column("link", sa.String(64), nullable=True),
    # The game that a rematch repeats.
    sa.Column("repeats", sa.String(32), nullable=True),
    sa.Index("club_challenges_member", "member"),
    sa.Index("club_challenges_state", "state", "expires"),
    sa.Index("club_challenges_repeats", "repeats"),
)

BLOCKS = sa.Table(
    "club_blocks",
    METADATA,
    # A member, and one who cannot join their games or write to them.
    sa.Column("member", sa.String(32), primary_key=True),
    sa.Column("blocked", sa.String(32), primary_key=True),
    sa.Column("since", sa.String(32), nullable=False),
    sa.Index("club_blocks_blocked", "blocked"),
)

PRESENT = sa.Table(
    "club_present",
    METADATA,
    # The members who have a page of the club open, as each server last reported.
    sa.Column("server", sa.String(32), primary_key=True),
    sa.Column("member", sa.String(32), primary_key=True),
    sa.Column("seen", sa.String(32), nullable=False),
)

SANCTIONS = sa.Table(
    "club_sanctions",
    METADATA,
    # A member who may not write (mute), or begin games (suspend), until a time, and the operator's reason.
    sa.Column("member", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("since", sa.String(32), nullable=False),
    sa.Column("until", sa.String(32), nullable=False),
    sa.Column("reason", sa.String(280), nullable=False),
)

REPORTS = sa.Table(
    "club_reports",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
    # Who reports whom, in which game, for which line (null for the game itself), with a copy of its text.
    sa.Column("member", sa.String(32), nullable=False),
    sa.Column("about", sa.String(32), nullable=False),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("line", sa.Integer(), nullable=True),
    sa.Column("text", sa.String(280), nullable=False),
    sa.Column("reason", sa.String(280), nullable=False),
    # What the operator did about it; null while it waits.
    sa.Column("resolved", sa.String(32), nullable=True),
    sa.Column("outcome", sa.String(280), nullable=True),
    sa.Index("club_reports_resolved", "resolved", "at"),
    sa.Index("club_reports_member", "member"),
    sa.Index("club_reports_about", "about"),
)
