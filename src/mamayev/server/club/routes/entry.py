"""Requests for entering a club: get information about it, join, sign in and sign out."""

from __future__ import annotations

import hmac
from typing import Annotated

import sqlalchemy as sa
from msgspec import Meta

from mamayev.engine.refusal import Refusal

from ...routes.answers import Answer
from ...routes.parts import Parts
from ...routes.route import Routes
from .. import ceremonies, forms, invitations, outbox, sessions, ways
from ..ceremonies import CODE_SECONDS, TRIES
from ..club import Club
from ..held import me_of
from ..names import name_of
from ..proofs import new_passkey, shown_by
from ..settings import Mailbox, mailbox
from ..tokens import new_id
from ..visitor import Visitor
from ..work import check_work
from .asking import signed_out, text_of_code

routes = Routes()

CLOSED = "This club is not accepting new members."
INVITED = "You can join this club only by invitation. Check your code."


@routes.get("/api/club", forms.ClubInfo)
def club(club: Club, visitor: Visitor) -> Answer:
    """Return the club's data for its page, and the visitor's account."""
    about, session = club.settings, visitor.session
    me = None if session is None else club.read(lambda connection: me_of(connection, session))
    operates = session is not None and club.operates(club.read(visitor.member))
    works, closed = club.post.works, about.sign_up
    told = 0 if session is None else club.read(lambda connection: outbox.waiting(connection, session.member))
    open_ones = club.read(outbox.open_reports) if operates else 0
    # In a closed club, only members get codes: a new failure would reveal that an address belongs to one.
    down = club.post.down and closed != "closed"
    info = forms.ClubInfo(
        about.name, about.address, about.imprint, closed, works, about.work, me, operates, told, open_ones, down
    )
    return Answer(info, headers=visitor.cookie())


@routes.post("/api/club/tasks", forms.Task, 201)
def set_task(club: Club) -> Answer:
    """Return a task that the browser must complete before a code is sent or a new member gets a passkey."""
    club.limits.count("tries")
    return Answer(forms.Task(club.write(ceremonies.begin_work), club.settings.work), 201)


@routes.get("/api/club/names", forms.NameChecked)
def check_name(
    club: Club, visitor: Visitor, name: Annotated[forms.NameText, Meta(description="the name, as typed")]
) -> Answer:
    """Return whether a name is free for the caller."""
    club.limits.count("names")
    mine = visitor.member_id or ""
    try:
        wanted = name_of(name, club.reserved)
        club.read(lambda connection: ways.check_free(connection, wanted, mine))
    except Refusal as refusal:
        return Answer(forms.NameChecked(name, False, refusal.text))
    return Answer(forms.NameChecked(wanted.text, True))


@routes.post("/api/club/codes", forms.CodeSent, 201)
def send_code(club: Club, wanted: forms.CodeWanted) -> Answer:
    """Send a six-digit code to a mailbox. The response does not reveal whether an account has this mailbox."""
    if not club.post.works:
        raise Refusal("This club does not send email. Use a passkey or a recovery code.", field="mail")
    mail = mailbox(wanted.mail)
    if mail is None:
        raise Refusal(f"“{wanted.mail}” is not an email address.", field="mail", malformed=True)
    if wanted.invitation is not None:
        _check_invited(club, wanted.invitation)
    club.limits.count("senders")
    club.write(lambda connection: check_work(connection, club.settings.work, wanted.work))
    club.limits.count("codes", mail.key)

    def begin(connection: sa.Connection) -> tuple[str, str, Mailbox | None]:
        known = ways.as_proven(connection, mail)
        return *ceremonies.begin_code(connection, known or mail), known

    token, code, known = club.write(begin)
    if known or club.settings.sign_up != "closed":  # nobody else could use it
        club.post.send((known or mail).address, *text_of_code(club.settings, code))
    return Answer(forms.CodeSent(token, CODE_SECONDS, TRIES), 201)


@routes.post("/api/club/codes/check", forms.CodeChecked)
def check_code(club: Club, visitor: Visitor, typed: forms.CodeTyped) -> Answer:
    """Check a six-digit code. It signs in the member who has its mailbox. For anyone else, it confirms the mailbox."""
    club.limits.count("tries")
    days, known = club.settings.retention.sessions, visitor.session is not None

    def check(connection: sa.Connection) -> str | tuple[str, forms.Me] | None:
        tried = ceremonies.try_code(connection, typed.ceremony, typed.code)
        if not isinstance(tried, Mailbox):
            return tried
        found = ways.by_mailbox(connection, tried)
        if known or found is None:
            return None
        ceremonies.take(connection, typed.ceremony, "code")
        return _signed_in(club, connection, found, visitor.device)

    checked = club.write(check)
    if isinstance(checked, str):
        raise Refusal(checked, field="code")
    if checked is None:
        return Answer(forms.CodeChecked(None))
    token, me = checked
    return Answer(forms.CodeChecked(me), headers=sessions.cookie(token, days))


@routes.post("/api/club/passkeys/options", forms.Options, 201)
def passkey_options(club: Club, visitor: Visitor, wanted: forms.OptionsWanted) -> Answer:
    """Return the passkey options for the browser: for a new passkey, or for signing in."""
    club.limits.count("tries")
    if wanted.use == "sign-in":
        challenge, options = club.passkeys.options_to_use()
        token = club.write(lambda connection: ceremonies.begin_passkey(connection, "sign-in", challenge))
        return Answer(forms.Options(token, options), 201)
    if wanted.use == "join":
        if club.settings.sign_up == "closed":
            raise Refusal(CLOSED, field="name")
        if wanted.invitation is not None:
            _check_invited(club, wanted.invitation)
        name, handle = name_of(wanted.name or "", club.reserved), new_id()
        club.read(lambda connection: ways.check_free(connection, name))
        challenge, options = club.passkeys.options_to_make(name.text, handle)

        def begin(connection: sa.Connection) -> str:
            check_work(connection, club.settings.work, wanted.work)
            return ceremonies.begin_passkey(connection, "join", challenge, handle=handle)

        return Answer(forms.Options(club.write(begin), options), 201)
    session = visitor.proved()
    known = club.read(lambda connection: ways.passkeys(connection, session.member))
    who = club.read(visitor.member)
    challenge, options = club.passkeys.options_to_make(who.name, who.id, known)
    token = club.write(lambda connection: ceremonies.begin_passkey(connection, "add", challenge, member=session.member))
    return Answer(forms.Options(token, options), 201)


@routes.post("/api/club/join", forms.Me, 201)
def join(club: Club, visitor: Visitor, wanted: forms.Join) -> Answer:
    """Become a member, and sign in."""
    once = _check_invited(club, wanted.invitation)
    if visitor.session is not None:
        raise Refusal("You are already signed in. Sign out first.", field="name")
    name = name_of(wanted.name, club.reserved)
    club.read(lambda connection: ways.check_free(connection, name))
    made = None if wanted.credential is None else new_passkey(club, wanted.ceremony, wanted.credential, "join")
    club.limits.count("joins")

    def enter(connection: sa.Connection) -> tuple[str, forms.Me]:
        if once and not invitations.use(connection, wanted.invitation):
            raise Refusal(INVITED, field="invitation")
        if made is None:
            proved = ceremonies.take(connection, wanted.ceremony, "code")
            member_id = new_id()
            ways.add_member(connection, member_id, name, proved.mail)
        else:
            passkey, asked = made
            ceremonies.take(connection, wanted.ceremony, "join")
            member_id = asked.handle
            ways.add_member(connection, member_id, name, None)
            ways.add_passkey(connection, member_id, *passkey, visitor.device)
        return _signed_in(club, connection, member_id, visitor.device)

    token, me = club.write(enter)
    return Answer(me, 201, sessions.cookie(token, club.settings.retention.sessions))


def _check_invited(club: Club, invitation: str) -> bool:
    """Return whether an invitation is a single-use code, which the caller must then use up. Raises Refusal if the
    visitor may not join."""
    if club.settings.sign_up == "closed":
        raise Refusal(CLOSED, field="name")
    if club.settings.sign_up == "open":
        return False
    club.limits.count("tries")
    shown = invitation.strip().encode("utf-8", "replace")
    if sum(hmac.compare_digest(shown, code.encode()) for code in club.settings.invitations):
        return False
    if not club.read(lambda connection: invitations.is_good(connection, invitation)):
        raise Refusal(INVITED, field="invitation")
    return True


@routes.post("/api/club/sign-in", forms.Me)
def sign_in(club: Club, visitor: Visitor, proof: forms.Proof) -> Answer:
    """Sign in with a passkey, a mailbox confirmed by code, or a recovery code."""
    club.limits.count("tries")
    shows = shown_by(club, proof)

    def enter(connection: sa.Connection) -> tuple[str, forms.Me]:
        return _signed_in(club, connection, shows(connection), visitor.device)

    token, me = club.write(enter)
    return Answer(me, headers=sessions.cookie(token, club.settings.retention.sessions))


def _signed_in(club: Club, connection: sa.Connection, member_id: str, device: str) -> tuple[str, forms.Me]:
    """Start a session, and return its token and its member."""
    token = sessions.begin(connection, member_id, device)
    session = sessions.find(connection, token, club.settings.retention.sessions)
    assert session is not None
    return token, me_of(connection, session)


@routes.post("/api/club/sign-out", None, 204)
def sign_out(server: Parts, club: Club, visitor: Visitor) -> Answer:
    """End this session. Open tabs lose the seats of the account."""
    session = visitor.session
    if session is not None:
        club.write(lambda connection: sessions.end(connection, session.member, session.id))
        club.cut(server.live, {session.id})
    return signed_out()
