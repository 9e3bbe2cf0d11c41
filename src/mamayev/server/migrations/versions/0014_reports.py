"""Add the edits to reports."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("edits", sa.Text(), nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("reports")
