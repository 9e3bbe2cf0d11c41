"""Add challenges, blocks, reports, and sanctions (muted or suspended members)."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_challenges",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("taker", sa.String(32), nullable=True),
        sa.Column("match", sa.String(32), nullable=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seat", sa.String(64), nullable=True),
        sa.Column("pair", sa.Boolean(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("lowest", sa.Integer(), nullable=True),
        sa.Column("highest", sa.Integer(), nullable=True),
        sa.Column("audience", sa.String(16), nullable=False),
        sa.Column("target", sa.String(32), nullable=True),
        sa.Column("link", sa.String(64), nullable=True),
        sa.Column("repeats", sa.String(32), nullable=True),
    )
    op.create_index("club_challenges_member", "club_challenges", ["member"])
    op.create_index("club_challenges_state", "club_challenges", ["state", "expires"])
    op.create_index("club_challenges_repeats", "club_challenges", ["repeats"])
    op.create_table(
        "club_blocks",
        sa.Column("member", sa.String(32), primary_key=True),
        sa.Column("blocked", sa.String(32), primary_key=True),
        sa.Column("since", sa.String(32), nullable=False),
    )
    op.create_index("club_blocks_blocked", "club_blocks", ["blocked"])
    op.create_table(
        "club_sanctions",
        sa.Column("member", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(280), nullable=False),
    )
    op.create_table(
        "club_reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(280), nullable=False),
        sa.Column("reason", sa.String(280), nullable=False),
        sa.Column("resolved", sa.String(32), nullable=True),
        sa.Column("outcome", sa.String(280), nullable=True),
    )
    op.create_index("club_reports_resolved", "club_reports", ["resolved", "at"])
    op.create_index("club_reports_member", "club_reports", ["member"])
    op.create_index("club_reports_about", "club_reports", ["about"])


def downgrade() -> None:
    op.drop_table("club_reports")
    op.drop_table("club_sanctions")
    op.drop_table("club_blocks")
    op.drop_table("club_challenges")
