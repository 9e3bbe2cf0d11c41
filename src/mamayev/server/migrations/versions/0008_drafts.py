"""Add drafts of boards."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("files", sa.Text(), nullable=False),
        sa.Column("empty", sa.Boolean(), nullable=False),
        sa.Column("done", sa.Text(), nullable=False),
        sa.Column("standing", sa.String(200), nullable=False),
        sa.Column("updated", sa.String(32), nullable=False),
    )
    op.create_index("drafts_updated", "drafts", ["updated"])


def downgrade() -> None:
    op.drop_table("drafts")
