"""Add pairs of games, so that a rematch repeats both games."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("club_games") as batch:
        batch.add_column(sa.Column("pair", sa.String(32), nullable=True))
        batch.create_index("club_games_pair", ["pair"])


def downgrade() -> None:
    with op.batch_alter_table("club_games") as batch:
        batch.drop_index("club_games_pair")
        batch.drop_column("pair")
