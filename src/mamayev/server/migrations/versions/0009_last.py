"""Add the last state of a match, and how much of its record is valid under which version of the rules."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("last", sa.Text(), nullable=True))
    op.add_column("matches", sa.Column("look", sa.String(32), nullable=True))
    op.add_column("matches", sa.Column("checked", sa.String(64), nullable=True))
    op.add_column("matches", sa.Column("stopped", sa.Text(), nullable=True))
    op.create_table(
        "looks",
        sa.Column("hash", sa.String(32), primary_key=True),
        sa.Column("scene", sa.Text(), nullable=False),
        sa.Column("used", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("looks")
    op.drop_column("matches", "stopped")
    op.drop_column("matches", "checked")
    op.drop_column("matches", "look")
    op.drop_column("matches", "last")
