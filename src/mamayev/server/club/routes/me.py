"""A member's own account: name, sign-in methods, sessions, export and deletion."""

from __future__ import annotations

from typing import Annotated

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from mamayev.engine.refusal import Refusal

from ...routes.answers import DONE, Answer
from ...routes.parts import Parts
from ...routes.route import Routes
from ...seated import Missing
from .. import ceremonies, forms, held, sessions, ways
from ..club import Club
from ..names import name_of
from ..proofs import new_passkey, shown_by
from ..visitor import Visitor
from .asking import signed_out

routes = Routes()

PasskeyId = Annotated[str, Meta(max_length=1400)]
SessionId = Annotated[str, Meta(max_length=32)]
NO_PASSKEY = "Your account has no such passkey."


def _me(club: Club, visitor: Visitor, status: int = 200) -> Answer:
    session = visitor.signed_in()
    return Answer(club.read(lambda connection: held.me_of(connection, session)), status)


@routes.get("/api/club/me", forms.Me)
def me(club: Club, visitor: Visitor) -> Answer:
    """Return the member who is signed in."""
    return _me(club, visitor)


@routes.patch("/api/club/me", forms.Me)
def rename_me(club: Club, visitor: Visitor, wanted: forms.Renamed) -> Answer:
    """Change your name, at most once every 30 days."""
    visitor.signed_in()
    name = name_of(wanted.name, club.reserved)
    club.write(lambda connection: ways.rename(connection, visitor.member(connection, lock=True), name))
    return _me(club, visitor)


@routes.post("/api/club/me/proof", forms.Me)
def prove(club: Club, visitor: Visitor, proof: forms.Proof) -> Answer:
    """Confirm your identity again, before a change that requires it."""
    club.limits.count("tries")
    session, shows = visitor.signed_in(), shown_by(club, proof)

    def note(connection: sa.Connection) -> None:
        if shows(connection) != session.member:
            raise Refusal("This confirmation belongs to another account.", field="proof")
        sessions.note_proof(connection, session)

    club.write(note)
    visitor.look_again()
    return _me(club, visitor)


@routes.put("/api/club/me/mail", forms.Me)
def set_mail(club: Club, visitor: Visitor, wanted: forms.MailWanted) -> Answer:
    """Set a confirmed mailbox as a sign-in method, replacing any earlier one."""
    session = visitor.proved()

    def change(connection: sa.Connection) -> None:
        proved = ceremonies.take(connection, wanted.ceremony, "code")
        assert proved.mail is not None
        ways.set_mail(connection, session.member, proved.mail)

    club.write(change)
    return _me(club, visitor)


@routes.delete("/api/club/me/mail")
def remove_mail(club: Club, visitor: Visitor) -> Answer:
    """Remove the mailbox. It cannot be the last sign-in method."""
    session = visitor.proved()
    club.write(lambda connection: ways.remove_mail(connection, session.member))
    return DONE


@routes.post("/api/club/me/passkeys", forms.Me, 201)
def add_passkey(club: Club, visitor: Visitor, made: forms.PasskeyMade) -> Answer:
    """Add a passkey."""
    session = visitor.proved()
    passkey, asked = new_passkey(club, made.ceremony, made.credential, "add")
    if asked.member != session.member:
        raise Refusal("Another account requested this passkey.", field="passkey")

    def add(connection: sa.Connection) -> None:
        ceremonies.take(connection, made.ceremony, "add")
        ways.add_passkey(connection, session.member, *passkey, made.label or visitor.device)

    club.write(add)
    return _me(club, visitor, 201)


@routes.patch("/api/club/me/passkeys/{passkey_id}", forms.Me)
def name_passkey(club: Club, visitor: Visitor, passkey_id: PasskeyId, wanted: forms.PasskeyNamed) -> Answer:
    """Change the label of a passkey."""
    session = visitor.signed_in()
    if not club.write(lambda connection: ways.name_passkey(connection, session.member, passkey_id, wanted.label)):
        raise Missing(NO_PASSKEY)
    return _me(club, visitor)


@routes.delete("/api/club/me/passkeys/{passkey_id}")
def remove_passkey(club: Club, visitor: Visitor, passkey_id: PasskeyId) -> Answer:
    """Remove a passkey. It cannot be the last sign-in method."""
    session = visitor.proved()
    if not club.write(lambda connection: ways.remove_passkey(connection, session.member, passkey_id)):
        raise Missing(NO_PASSKEY)
    return DONE


@routes.post("/api/club/me/recovery", forms.RecoveryCodes, 201)
def renew_recovery(club: Club, visitor: Visitor) -> Answer:
    """Create ten new recovery codes. The old codes stop working."""
    session = visitor.proved()
    codes = club.write(lambda connection: ways.renew_recovery(connection, session.member))
    return Answer(forms.RecoveryCodes(codes), 201)


@routes.get("/api/club/me/sessions", list[forms.SessionForm])
def my_sessions(club: Club, visitor: Visitor) -> Answer:
    """Return your sessions, last used first."""
    session = visitor.signed_in()
    return Answer(club.read(lambda connection: held.sessions_of(connection, session)))


@routes.delete("/api/club/me/sessions/{session_id}")
def end_session(server: Parts, club: Club, visitor: Visitor, session_id: SessionId) -> Answer:
    """End one of your sessions."""
    session = visitor.signed_in()
    if not club.write(lambda connection: sessions.end(connection, session.member, session_id)):
        raise Missing("You have no such session.")
    club.cut(server.live, {session_id})
    return DONE


@routes.delete("/api/club/me/sessions")
def end_other_sessions(server: Parts, club: Club, visitor: Visitor) -> Answer:
    """End all of your sessions except this one."""
    session = visitor.signed_in()

    def end(connection: sa.Connection) -> set[str]:
        there = {one.id for one in sessions.of_member(connection, session.member)} - {session.id}
        sessions.end_others(connection, session)
        return there

    club.cut(server.live, club.write(end))
    return DONE


@routes.get("/api/club/me/export", forms.Export)
def export(club: Club, visitor: Visitor) -> Answer:
    """Return everything that is stored about you, as a file."""
    session = visitor.signed_in()
    data = club.read(lambda connection: held.all_of(connection, session))
    return Answer(msgspec.to_builtins(data), headers={"content-disposition": 'attachment; filename="my-account.json"'})


@routes.delete("/api/club/me")
def leave(server: Parts, club: Club, visitor: Visitor) -> Answer:
    """Delete your account: name, mailbox, passkeys, recovery codes and sessions. Games remain, under “a former
    member”."""
    session = visitor.proved()
    club.cut(server.live, held.delete(club.store.database, session.member))
    return signed_out()
