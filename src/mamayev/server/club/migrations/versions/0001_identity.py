"""Add accounts: members, their sign-in methods, their sessions, and the seats that they hold."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_members",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("skeleton", sa.String(200), nullable=False, unique=True),
        sa.Column("joined", sa.String(32), nullable=False),
        sa.Column("renamed", sa.String(32), nullable=True),
        sa.Column("mail", sa.String(254), nullable=True),
        sa.Column("mailbox", sa.String(254), nullable=True, unique=True),
    )
    op.create_table(
        "club_passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("transports", sa.String(200), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("used", sa.String(32), nullable=True),
    )
    op.create_index("club_passkeys_member", "club_passkeys", ["member"])
    op.create_table(
        "club_recovery",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("member", sa.String(32), nullable=False),
    )
    op.create_index("club_recovery_member", "club_recovery", ["member"])
    op.create_table(
        "club_sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("used", sa.String(32), nullable=False),
        sa.Column("proved", sa.String(32), nullable=False),
    )
    op.create_index("club_sessions_member", "club_sessions", ["member"])
    op.create_table(
        "club_ceremonies",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("mail", sa.String(254), nullable=True),
        sa.Column("code", sa.String(64), nullable=True),
        sa.Column("proved", sa.Boolean(), nullable=False),
        sa.Column("challenge", sa.String(100), nullable=True),
        sa.Column("handle", sa.String(32), nullable=True),
        sa.Column("member", sa.String(32), nullable=True),
    )
    op.create_index("club_ceremonies_expires", "club_ceremonies", ["expires"])
    op.create_table(
        "club_seats",
        sa.Column("member", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("kept", sa.String(32), nullable=False),
    )
    op.create_index("club_seats_match", "club_seats", ["match"])
    op.create_table(
        "club_games",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=True),
        sa.Column("sight", sa.String(16), nullable=False),
    )
    op.create_index("club_games_owner", "club_games", ["owner"])
    op.create_index("club_games_sight", "club_games", ["sight"])


def downgrade() -> None:
    op.drop_table("club_games")
    op.drop_table("club_seats")
    op.drop_table("club_ceremonies")
    op.drop_table("club_sessions")
    op.drop_table("club_recovery")
    op.drop_table("club_passkeys")
    op.drop_table("club_members")
