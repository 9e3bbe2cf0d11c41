"""What several routes share: the email with a code, and the end of a session."""

from __future__ import annotations

import msgspec

from ...routes.answers import Answer
from ..ceremonies import CODE_SECONDS
from ..sessions import cookie
from ..settings import Settings


def text_of_code(about: Settings, code: str) -> tuple[str, str]:
    """Return the subject and the text of an email with a code."""
    shown = f"{code[:3]} {code[3:]}"
    return f"{shown} is your code for {about.name}", (
        f"Your code for {about.name} is\n\n    {shown}\n\n"
        f"It is valid for {CODE_SECONDS // 60} minutes, in the browser where you asked for it.\n"
        "If you did not ask for a code, ignore this email: nobody else can use it.\n\n"
        f"{about.address}\n"
    )


def signed_out() -> Answer:
    """Return the answer that makes a browser drop its session."""
    return Answer(msgspec.Raw(b""), 204, cookie("", 0))
