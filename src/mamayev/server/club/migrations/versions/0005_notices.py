"""Add notices: channels, preferences, the outbox, and a member's notice settings for a game."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_kept",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )
    op.create_table(
        "club_channels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("secret", sa.String(60), nullable=False),
        sa.Column("session", sa.String(32), nullable=True),
        sa.Column("takes", sa.String(100), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("used", sa.String(32), nullable=True),
        sa.Column("off", sa.String(300), nullable=True),
    )
    op.create_index("club_channels_member", "club_channels", ["member"])
    op.create_index("club_channels_session", "club_channels", ["session"])
    op.create_table(
        "club_preferences",
        sa.Column("member", sa.String(32), primary_key=True),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.String(5), nullable=True),
        sa.Column("quiet_to", sa.String(5), nullable=True),
        sa.Column("daily", sa.String(5), nullable=True),
    )
    op.create_table(
        "club_followed",
        sa.Column("member", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("muted", sa.Boolean(), nullable=False),
        sa.Column("told", sa.String(32), nullable=True),
    )
    op.create_index("club_followed_match", "club_followed", ["match"])
    op.create_table(
        "club_outbox",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("about", sa.String(300), nullable=False),
        sa.Column("who", sa.String(32), nullable=True),
        sa.Column("channel", sa.String(32), nullable=True),
        sa.Column("daily", sa.Boolean(), nullable=False),
        sa.Column("written", sa.String(32), nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("holder", sa.String(32), nullable=True),
        sa.Column("lease", sa.String(32), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("why", sa.String(300), nullable=False),
        sa.Column("done", sa.String(32), nullable=True),
    )
    op.create_index("club_outbox_due", "club_outbox", ["state", "due"])
    op.create_index("club_outbox_match", "club_outbox", ["match", "member"])
    op.create_index("club_outbox_member", "club_outbox", ["member"])
    op.create_index("club_seats_key", "club_seats", ["key"])


def downgrade() -> None:
    op.drop_index("club_seats_key", "club_seats")
    for table in ("club_outbox", "club_followed", "club_preferences", "club_channels", "club_kept"):
        op.drop_table(table)
