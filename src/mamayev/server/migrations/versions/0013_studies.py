"""Add the studies of matches."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("study", sa.Text(), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("studies")
