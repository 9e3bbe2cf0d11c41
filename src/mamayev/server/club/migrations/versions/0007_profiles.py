"""Add data for profiles (the order of seats in results, and the time that members take for their turns), and
invitations."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("club_results") as batch:
        batch.add_column(sa.Column("place", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "club_answers",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("since", sa.String(32), primary_key=True),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("until", sa.String(32), nullable=True),
    )
    op.create_index("club_answers_member", "club_answers", ["member", "since"])
    op.create_index("club_answers_since", "club_answers", ["since"])
    op.create_table(
        "club_invitations",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("note", sa.String(60), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
    )
    op.create_index("club_invitations_expires", "club_invitations", ["expires"])


def downgrade() -> None:
    op.drop_table("club_invitations")
    op.drop_table("club_answers")
    with op.batch_alter_table("club_results") as batch:
        batch.drop_column("place")
