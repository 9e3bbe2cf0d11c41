"""What several routes answer: a member as they see themselves, and the mail with a code."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from ...keys import Forbidden
from ...routes.answers import Answer
from .. import forms, ways
from ..ceremonies import CODE_SECONDS
from ..sessions import Session, cookie
from ..settings import Settings


def me_of(connection: sa.Connection, session: Session) -> forms.Me:
    """Return the member of a session. Raises Forbidden if they have left."""
    who = ways.member(connection, session.member)
    if who is None:
        raise Forbidden("Sign in first.")
    own = [forms.PasskeyForm(one.id, one.label, one.created, one.used) for one in ways.passkeys(connection, who.id)]
    return forms.Me(who.name, who.joined, who.mail, own, ways.recovery_left(connection, who.id), session.fresh)


def text_of_code(about: Settings, code: str) -> tuple[str, str]:
    """Return the subject and the text of a mail with a code."""
    shown = f"{code[:3]} {code[3:]}"
    return f"{shown} is your code for {about.name}", (
        f"Your code for {about.name} is\n\n    {shown}\n\n"
        f"It is good for {CODE_SECONDS // 60} minutes, in the browser where you asked for it.\n"
        "If you did not ask for a code, ignore this mail: nobody else can use it.\n\n"
        f"{about.address}\n"
    )


def signed_out() -> Answer:
    """Return the answer that makes a browser forget its session."""
    return Answer(msgspec.Raw(b""), 204, cookie("", 0))
