"""Add the pace of a game, and whether it is rated."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("club_games", sa.Column("pace", sa.Text(), nullable=True))
    op.add_column("club_games", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("club_games", "rated")
    op.drop_column("club_games", "pace")
