"""Send operators notices of reports: add this kind to the channels that receive it by default."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE club_channels SET takes = takes || ' report' WHERE kind IN ('push', 'mail')")


def downgrade() -> None:
    op.execute("UPDATE club_channels SET takes = REPLACE(takes, ' report', '')")
