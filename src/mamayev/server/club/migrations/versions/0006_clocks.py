"""Add clocks, their deadlines, and vacations."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_clocks",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("left", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.String(32), nullable=True),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("pause", sa.Boolean(), nullable=False),
    )
    op.create_index("club_clocks_key", "club_clocks", ["key"])
    op.create_table(
        "club_deadlines",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("mark", sa.String(16), primary_key=True),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("lease", sa.String(32), nullable=True),
    )
    op.create_index("club_deadlines_due", "club_deadlines", ["due"])
    op.create_table(
        "club_vacations",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("begins", sa.String(32), nullable=False),
        sa.Column("ends", sa.String(32), nullable=False),
    )
    op.create_index("club_vacations_member", "club_vacations", ["member"])


def downgrade() -> None:
    op.drop_table("club_vacations")
    op.drop_table("club_deadlines")
    op.drop_table("club_clocks")
