"""Add chat and undo requests for private games."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("asked", sa.Text(), nullable=True))
    op.create_table(
        "chat",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_index("chat_match", "chat", ["match", "number"])


def downgrade() -> None:
    op.drop_table("chat")
    op.drop_column("matches", "asked")
