"""Add the results of finished games, the ratings of members, and the advantages of seats."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_results",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("box", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("player", sa.String(200), nullable=False),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("ended", sa.String(16), nullable=False),
        sa.Column("pace", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.Column("deviation", sa.Double(), nullable=True),
    )
    op.create_index("club_results_player", "club_results", ["player", "number"])
    op.create_index("club_results_number", "club_results", ["number"])
    op.create_table(
        "club_ratings",
        sa.Column("member", sa.String(32), primary_key=True),
        sa.Column("box", sa.String(64), primary_key=True),
        sa.Column("rules", sa.String(64), primary_key=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("last", sa.String(32), nullable=False),
    )
    op.create_index("club_ratings_class", "club_ratings", ["box", "rules"])
    op.create_table(
        "club_worths",
        sa.Column("box", sa.String(64), primary_key=True),
        sa.Column("rules", sa.String(64), primary_key=True),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("club_worths")
    op.drop_table("club_ratings")
    op.drop_table("club_results")
