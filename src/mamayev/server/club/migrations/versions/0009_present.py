"""Add the members who have a page of the club open, by server."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_present",
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("member", sa.String(32), primary_key=True),
        sa.Column("seen", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("club_present")
