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
    # What the list of games shows, so that it opens without replaying any of them.
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("turn", sa.Integer(), nullable=False),
    sa.Column("headline", sa.Text(), nullable=False),
    sa.Column("standing", sa.Text(), nullable=False),
    sa.Column("over", sa.Boolean(), nullable=False),
    sa.Column("result", sa.Text(), nullable=True),
    sa.Column("plies", sa.Integer(), nullable=False),
    # ISO 8601 in UTC, as the API sends them: text of one length sorts like time in every database.
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("updated", sa.String(32), nullable=False),
    sa.Column("deleted_at", sa.String(32), nullable=True),
    # The hashed key of each seat as JSON; nothing for an open table.
    sa.Column("keys", sa.Text(), nullable=True),
    # What one seat asks the others to take back.
    sa.Column("asked", sa.Text(), nullable=True),
    # The player's own map, cards and counters that `record` names; a match of before may still hold them in it.
    sa.Column("components", sa.String(32), nullable=True),
    # The seat that decides, "" when the game is over; nothing for a match of before.
    sa.Column("to_move", sa.String(64), nullable=True),
    # How the windows of each seat are answered; no part of a version, since the others must not see it change.
    sa.Column("replies", sa.Text(), nullable=True),
    # The seats that bots give back, and when (`Lent`).
    sa.Column("lent", sa.Text(), nullable=True),
    # How it was left, packed, and the hash of how the game looked: see last.py.
    sa.Column("last", sa.Text(), nullable=True),
    sa.Column("look", sa.String(32), nullable=True),
    # The version of the rules under which the record was replayed last, and where they stop it (`Stopped`); no part of
    # a match's version.
    sa.Column("checked", sa.String(64), nullable=True),
    sa.Column("stopped", sa.Text(), nullable=True),
    sa.Index("matches_updated", "updated"),
)

COMPONENTS = sa.Table(
    "components",
    METADATA,
    sa.Column("hash", sa.String(32), primary_key=True),
    sa.Column("files", sa.Text(), nullable=False),
    # The day on which a match last began on them: those of no match are cleared away a month after it.
    sa.Column("used", sa.String(32), nullable=False),
)

LOOKS = sa.Table(
    "looks",
    METADATA,
    # How games looked when matches were left, packed: once for all that look alike. `used` as for components.
    sa.Column("hash", sa.String(32), primary_key=True),
    sa.Column("scene", sa.Text(), nullable=False),
    sa.Column("used", sa.String(32), nullable=False),
)

DRAFTS = sa.Table(
    "drafts",
    METADATA,
    # Boards that somebody is drawing: whoever knows the id, which nobody can guess, goes on with one.
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(120), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("files", sa.Text(), nullable=False),
    # Begun from an empty sheet.
    sa.Column("empty", sa.Boolean(), nullable=False),
    # The hexes that have been looked at, separated by blanks.
    sa.Column("done", sa.Text(), nullable=False),
    # What the list of drafts says of it, as its own page counted.
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

ATTENDANCE = sa.Table(
    "attendance",
    METADATA,
    # Which seats have a tab of which server, and when that server said so last.
    sa.Column("server", sa.String(32), primary_key=True),
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("seen", sa.String(32), nullable=False),
)
