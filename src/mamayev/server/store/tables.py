"""The tables of the database. `migrations` updates older databases."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

MATCHES = sa.Table(
    "matches",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(120), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("record", sa.Text(), nullable=False),
    sa.Column("undone", sa.Text(), nullable=False),
    sa.Column("seats", sa.Text(), nullable=False),
    # The data for the list of games, so that it opens without replaying any of them.
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("turn", sa.Integer(), nullable=False),
    sa.Column("headline", sa.Text(), nullable=False),
    sa.Column("standing", sa.Text(), nullable=False),
    sa.Column("over", sa.Boolean(), nullable=False),
    sa.Column("result", sa.Text(), nullable=True),
    sa.Column("plies", sa.Integer(), nullable=False),
    # ISO 8601 in UTC, as the API sends it. Texts of one length sort like times in every database.
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("updated", sa.String(32), nullable=False),
    sa.Column("deleted_at", sa.String(32), nullable=True),
    # The hashed key of each seat as JSON; null for an open table.
    sa.Column("keys", sa.Text(), nullable=True),
    # A seat's undo request to undo.
    sa.Column("asked", sa.Text(), nullable=True),
    # The player's own map, cards and counters that `record` names. The record of an older match may still contain them.
    sa.Column("components", sa.String(32), nullable=True),
    # The seat that decides, or "" when the game is over; null for an older match.
    sa.Column("to_move", sa.String(64), nullable=True),
    # Each seat's settings for reaction windows. This is not part of a version, because the other players must not see
    # it change.
    sa.Column("replies", sa.Text(), nullable=True),
    # The seats that bots give back, and when (`Lent`).
    sa.Column("lent", sa.Text(), nullable=True),
    # What became of the orders of seats (`Commanded`), and the number of changes that only their seat sees. No version
    # counts these, because the other players must not see them.
    sa.Column("commanded", sa.Text(), nullable=True),
    sa.Column("unseen", sa.Integer(), nullable=False, server_default="0"),
    # The last state, packed, and the hash of the game's look (see last.py).
    sa.Column("last", sa.Text(), nullable=True),
    sa.Column("look", sa.String(32), nullable=True),
    # The version of the rules under which the record was last replayed, and where they stop it (`Stopped`). This is not
    # part of a match's version.
    sa.Column("checked", sa.String(64), nullable=True),
    sa.Column("stopped", sa.Text(), nullable=True),
    sa.Index("matches_updated", "updated"),
)

COMPONENTS = sa.Table(
    "components",
    METADATA,
    sa.Column("hash", sa.String(32), primary_key=True),
    sa.Column("files", sa.Text(), nullable=False),
    # The day on which a match last began with these files. Files that no match uses are deleted a month later.
    sa.Column("used", sa.String(32), nullable=False),
)

LOOKS = sa.Table(
    "looks",
    METADATA,
    # The looks of games when matches were left, packed, stored once for all equal ones. `used` is as for components.
    sa.Column("hash", sa.String(32), primary_key=True),
    sa.Column("scene", sa.Text(), nullable=False),
    sa.Column("used", sa.String(32), nullable=False),
)

DRAFTS = sa.Table(
    "drafts",
    METADATA,
    # Boards that people are drawing. Anyone who knows the id, which no one can guess, can continue one.
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(120), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("files", sa.Text(), nullable=False),
    # Started from an empty sheet.
    sa.Column("empty", sa.Boolean(), nullable=False),
    # The hexes that have been checked, separated by blanks.
    sa.Column("done", sa.Text(), nullable=False),
    # The summary in the list of drafts, as counted by the draft's own page.
    sa.Column("standing", sa.String(200), nullable=False),
    sa.Column("updated", sa.String(32), nullable=False),
    sa.Index("drafts_updated", "updated"),
)

CHAT = sa.Table(
    "chat",
    METADATA,
    sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("seat", sa.String(64), nullable=False),
    sa.Column("text", sa.Text(), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Index("chat_match", "match", "number"),
)

REVIEWS = sa.Table(
    "reviews",
    METADATA,
    # The latest review of a match for each seat, as JSON. `made`: when it was made.
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("review", sa.Text(), nullable=False),
    sa.Column("made", sa.String(32), nullable=False),
    # Its plays as JSON, from which it continues.
    sa.Column("done", sa.Text(), nullable=True),
)

MAKING = sa.Table(
    "making",
    METADATA,
    # The reviews that a server is making, with their progress, and when that server last said so. `stop`: another
    # server asks it to end the review.
    sa.Column("server", sa.String(32), primary_key=True),
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("share", sa.Float(), nullable=False),
    sa.Column("title", sa.Text(), nullable=False),
    # The results so far, as JSON; null if there are none.
    sa.Column("review", sa.Text(), nullable=True),
    sa.Column("stop", sa.Boolean(), nullable=False),
    sa.Column("seen", sa.String(32), nullable=False),
)

REPORTS = sa.Table(
    "reports",
    METADATA,
    # A player's edits of the report of a match, as JSON, for each seat; "" is the seat of an open table.
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("edits", sa.Text(), nullable=False),
    sa.Column("changed", sa.String(32), nullable=False),
)

STUDIES = sa.Table(
    "studies",
    METADATA,
    # What people wrote about a match, as JSON: a study for each seat, or for everyone at an open table ("").
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("study", sa.Text(), nullable=False),
    # Whether the others at a private game may read it before the end.
    sa.Column("shared", sa.Boolean(), nullable=False),
    # When it was last changed; null for an older or imported study.
    sa.Column("changed", sa.String(32), nullable=True),
    # A checksum of the log up to each ply with a note or a chapter, as JSON; null for an older study.
    sa.Column("lines", sa.Text(), nullable=True),
)

LEADS = sa.Table(
    "leads",
    METADATA,
    # The moment of a match that a person shows to everyone who follows, and when that person's server last said so.
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("server", sa.String(32), nullable=False),
    sa.Column("seat", sa.String(64), nullable=False),
    sa.Column("ply", sa.Integer(), nullable=False),
    sa.Column("seen", sa.String(32), nullable=False),
)

ATTENDANCE = sa.Table(
    "attendance",
    METADATA,
    # Which seats have a tab on which server, and when that server last said so.
    sa.Column("server", sa.String(32), primary_key=True),
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("seen", sa.String(32), nullable=False),
)
