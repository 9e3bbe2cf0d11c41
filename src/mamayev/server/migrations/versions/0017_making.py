"""Add what other servers on the same database need: the progress of reviews, and the times of changes to studies."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "making",
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("review", sa.Text(), nullable=True),
        sa.Column("stop", sa.Boolean(), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
    )
    op.add_column("studies", sa.Column("changed", sa.String(32), nullable=True))


def downgrade() -> None:
    op.drop_column("studies", "changed")
    op.drop_table("making")
