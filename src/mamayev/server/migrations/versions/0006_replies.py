"""Add each seat's settings for reaction windows."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("replies", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "replies")
