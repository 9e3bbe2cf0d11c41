"""Add the seats that are lent to bots."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("lent", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "lent")
