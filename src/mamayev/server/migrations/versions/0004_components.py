"""Add a table that stores players' own maps, cards and counters once for all their matches.

Older records are moved to it when they are next stored.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "components",
        sa.Column("hash", sa.String(32), primary_key=True),
        sa.Column("files", sa.Text(), nullable=False),
        sa.Column("used", sa.String(32), nullable=False),
    )
    op.add_column("matches", sa.Column("components", sa.String(32), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "components")
    op.drop_table("components")
