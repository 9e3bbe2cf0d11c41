"""Add the playouts of reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reviews", sa.Column("done", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("reviews", "done")
