"""Add the reviews of matches."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("review", sa.Text(), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("reviews")
