"""Add what tells the position of a note from another at the same ply."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("studies", sa.Column("lines", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("studies", "lines")
