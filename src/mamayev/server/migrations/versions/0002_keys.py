"""Add the keys of private games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("keys", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "keys")
