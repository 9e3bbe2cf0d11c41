"""Members and their sign-in methods: passkeys, a mailbox, recovery codes. Each function runs inside a transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..clock import ago, now
from . import channels
from .names import LONGEST, Name, skeleton
from .settings import Mailbox
from .tables import MEMBERS, PASSKEYS, RECOVERY
from .tokens import new_recovery, recovery_hash

RENAME_DAYS = 30
PASSKEYS_MOST = 20
"""The maximum number of passkeys per member."""
LAST_WAY = "This is your last sign-in method. Add another one first."


class Member(NamedTuple):
    """A member. `mail` is "" for a member without a mailbox."""

    id: str
    name: str
    joined: str
    renamed: str
    mail: str


class Passkey(NamedTuple):
    """A passkey of a member. Its id and public key are in base64url."""

    id: str
    member: str
    public_key: str
    sign_count: int
    transports: tuple[str, ...]
    label: str
    created: str
    used: str | None


def member(connection: sa.Connection, member_id: str, *, lock: bool = False) -> Member | None:
    """Return a member, or None. `lock`: prevent other transactions from changing their sign-in
    methods."""
    query = sa.select(MEMBERS).where(MEMBERS.c.id == member_id)
    row = connection.execute(query.with_for_update() if lock else query).first()
    return None if row is None else Member(row.id, row.name, row.joined, row.renamed or "", row.mail or "")


def by_mailbox(connection: sa.Connection, mail: Mailbox) -> str | None:
    """Return the id of the member with a mailbox."""
    found: str | None = connection.execute(sa.select(MEMBERS.c.id).where(MEMBERS.c.mailbox == mail.key)).scalar()
    return found


def as_proven(connection: sa.Connection, mail: Mailbox) -> Mailbox | None:
    """Return a mailbox as its member wrote it. Only this address is confirmed."""
    address = connection.execute(sa.select(MEMBERS.c.mail).where(MEMBERS.c.mailbox == mail.key)).scalar()
    return None if address is None else Mailbox(address)


def by_name(connection: sa.Connection, text: str) -> Member | None:
    """Return the member with this name or a look-alike."""
    row = connection.execute(sa.select(MEMBERS.c.id).where(MEMBERS.c.skeleton == skeleton(text[: 4 * LONGEST]))).first()
    return None if row is None else member(connection, row.id)


def names(connection: sa.Connection) -> list[tuple[str, str]]:
    """Return all members by name, with the dates when they joined."""
    query = sa.select(MEMBERS.c.name, MEMBERS.c.joined).order_by(sa.func.lower(MEMBERS.c.name))
    return [(row.name, row.joined) for row in connection.execute(query)]


def names_of(connection: sa.Connection, member_ids: Collection[str]) -> dict[str, str]:
    """Return the names of members by id, without members who have left."""
    query = sa.select(MEMBERS.c.id, MEMBERS.c.name).where(MEMBERS.c.id.in_(member_ids))
    return {row.id: row.name for row in connection.execute(query)}


def check_free(connection: sa.Connection, name: Name, member_id: str = "") -> None:
    """Raise Refusal if another member has this name or a look-alike."""
    query = sa.select(MEMBERS.c.name).where(MEMBERS.c.skeleton == name.skeleton, MEMBERS.c.id != member_id)
    taken = connection.execute(query).scalar()
    if taken is None:
        return
    if taken == name.text:
        raise Refusal(f"“{taken}” is taken. Choose another name.", field="name")
    raise Refusal(f"“{name.text}” is too similar to “{taken}”. Choose another name.", field="name")


def add_member(connection: sa.Connection, member_id: str, name: Name, mail: Mailbox | None) -> None:
    """Add a member. Raises Refusal for a taken name or mailbox."""
    check_free(connection, name)
    connection.execute(sa.insert(MEMBERS).values(id=member_id, name=name.text, skeleton=name.skeleton, joined=now()))
    if mail is not None:
        set_mail(connection, member_id, mail)


def rename(connection: sa.Connection, who: Member, name: Name) -> None:
    """Rename a member. Raises Refusal for a taken name, and if the last change was less than a month ago."""
    if name.text == who.name:
        return
    if who.renamed > ago(RENAME_DAYS * 86400):
        raise Refusal(f"You can change your name once every {RENAME_DAYS} days.", field="name")
    check_free(connection, name, who.id)
    values = {"name": name.text, "skeleton": name.skeleton, "renamed": now()}
    connection.execute(sa.update(MEMBERS).where(MEMBERS.c.id == who.id).values(values))


def set_mail(connection: sa.Connection, member_id: str, mail: Mailbox) -> None:
    """Give a member a proven mailbox. Raises Refusal if it opens another account."""
    if by_mailbox(connection, mail) not in (None, member_id):
        raise Refusal("This mailbox already opens another account.", field="mail")
    values = {"mail": mail.address, "mailbox": mail.key}
    connection.execute(sa.update(MEMBERS).where(MEMBERS.c.id == member_id).values(values))
    channels.set_mail(connection, member_id)


def remove_mail(connection: sa.Connection, member_id: str) -> None:
    """Remove a member's mailbox. Raises Refusal if it is their last sign-in method."""
    member(connection, member_id, lock=True)
    if not passkeys(connection, member_id):
        raise Refusal(LAST_WAY, field="mail")
    values = {"mail": None, "mailbox": None}
    connection.execute(sa.update(MEMBERS).where(MEMBERS.c.id == member_id).values(values))
    channels.remove_mail(connection, member_id)


# -------------------------------------------------------------- passkeys


def passkeys(connection: sa.Connection, member_id: str) -> list[Passkey]:
    """Return the passkeys of a member, oldest first."""
    query = sa.select(PASSKEYS).where(PASSKEYS.c.member == member_id).order_by(PASSKEYS.c.created, PASSKEYS.c.id)
    return [_passkey(row) for row in connection.execute(query)]


def passkey(connection: sa.Connection, passkey_id: str) -> Passkey | None:
    """Return a passkey, or None if it is unknown."""
    row = connection.execute(sa.select(PASSKEYS).where(PASSKEYS.c.id == passkey_id)).first()
    return None if row is None else _passkey(row)


def _passkey(row: sa.Row[tuple[object, ...]]) -> Passkey:
    data = row._mapping
    transports = tuple(data["transports"].split())
    return Passkey(**{**data, "transports": transports})


def add_passkey(
    connection: sa.Connection,
    member_id: str,
    passkey_id: str,
    public_key: str,
    sign_count: int,
    transports: Sequence[str],
    label: str,
) -> None:
    """Add a passkey of a member. Raises Refusal if there are too many, or if it already exists."""
    if len(passkeys(connection, member_id)) >= PASSKEYS_MOST:
        raise Refusal(f"An account can have at most {PASSKEYS_MOST} passkeys. Remove one first.", field="passkey")
    if passkey(connection, passkey_id) is not None:
        raise Refusal("This passkey already opens an account here.", field="passkey")
    connection.execute(
        sa.insert(PASSKEYS).values(
            id=passkey_id,
            member=member_id,
            public_key=public_key,
            sign_count=sign_count,
            transports=" ".join(transports),
            label=label,
            created=now(),
        )
    )


def use_passkey(connection: sa.Connection, used: Passkey, sign_count: int) -> bool:
    """Record that a passkey was used, and return whether it is unchanged since it was read."""
    query = sa.update(PASSKEYS).where(PASSKEYS.c.id == used.id, PASSKEYS.c.sign_count == used.sign_count)
    return connection.execute(query.values(sign_count=sign_count, used=now())).rowcount == 1


def name_passkey(connection: sa.Connection, member_id: str, passkey_id: str, label: str) -> bool:
    """Change the label of a member's passkey. Return False if they have no such passkey."""
    query = sa.update(PASSKEYS).where(PASSKEYS.c.id == passkey_id, PASSKEYS.c.member == member_id)
    return connection.execute(query.values(label=label)).rowcount == 1


def remove_passkey(connection: sa.Connection, member_id: str, passkey_id: str) -> bool:
    """Remove a member's passkey. Return False if they have no such passkey. Raises Refusal if it is their last sign-in
    method."""
    who = member(connection, member_id, lock=True)
    own = [one.id for one in passkeys(connection, member_id)]
    if who is None or passkey_id not in own:
        return False
    if len(own) == 1 and not who.mail:
        raise Refusal(LAST_WAY, field="passkey")
    connection.execute(sa.delete(PASSKEYS).where(PASSKEYS.c.id == passkey_id))
    return True


# -------------------------------------------------------------- recovery codes


def renew_recovery(connection: sa.Connection, member_id: str) -> list[str]:
    """Replace a member's recovery codes, and return the new ones, which are not stored."""
    codes = new_recovery()
    connection.execute(sa.delete(RECOVERY).where(RECOVERY.c.member == member_id))
    rows = [{"hash": recovery_hash(code), "member": member_id} for code in codes]
    connection.execute(sa.insert(RECOVERY), rows)
    return codes


def recovery_left(connection: sa.Connection, member_id: str) -> int:
    """Return the number of a member's remaining recovery codes."""
    query = sa.select(sa.func.count()).select_from(RECOVERY).where(RECOVERY.c.member == member_id)
    return connection.execute(query).scalar_one()


def use_recovery(connection: sa.Connection, code: str) -> str | None:
    """Use up a recovery code, and return its member; None if it is unknown or used."""
    here = RECOVERY.c.hash == recovery_hash(code)
    found: str | None = connection.execute(sa.select(RECOVERY.c.member).where(here)).scalar()
    used = found is not None and connection.execute(sa.delete(RECOVERY).where(here)).rowcount == 1
    return found if used else None
