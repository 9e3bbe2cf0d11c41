"""Add the channels through which a member does not get the notices of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("club_followed", sa.Column("without", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("club_followed", "without")
