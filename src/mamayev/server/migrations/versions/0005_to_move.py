"""Add the seat to move, for the list of games. For an older match, it is unknown until the match is next stored."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("to_move", sa.String(64), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "to_move")
