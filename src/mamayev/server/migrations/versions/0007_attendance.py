"""Add the seats with an open tab, by server, for the other servers on the same database."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attendance",
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("seen", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("attendance")
