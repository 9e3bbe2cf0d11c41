"""Add the outcome of each seat's orders, and the number of changes that only one seat sees."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("commanded", sa.Text(), nullable=True))
    op.add_column("matches", sa.Column("unseen", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("matches", "unseen")
    op.drop_column("matches", "commanded")
