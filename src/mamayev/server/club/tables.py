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
    sa.Index("club_games_owner", "owner"),
    sa.Index("club_games_sight", "sight"),
)
