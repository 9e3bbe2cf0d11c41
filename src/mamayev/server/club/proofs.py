"""Check a member's proof of identity: a passkey, a code by email, or a recovery code."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from . import ceremonies, ways
from .ceremonies import OLD
from .club import Club
from .forms import Credential, Proof
from .passkeys import COPIED, UNKNOWN, Made

NOT_RECOVERY = "This recovery code is wrong or already used. Each code works once."
NO_ACCOUNT = "No account here has this email address. Join with it, or use another one."

Shows = Callable[[sa.Connection], str]
"""A function that uses up a proof within a transaction, and returns the id of its member. Raises Refusal."""


def shown_by(club: Club, proof: Proof) -> Shows:
    """Check a proof, and return the function that uses it up. Raises Refusal."""
    if proof.recovery is not None:
        return lambda connection: _by_recovery(connection, proof.recovery or "")
    if proof.ceremony is None:
        raise Refusal(
            "Confirm your identity with a passkey, a code or a recovery code.", field="ceremony", malformed=True
        )
    if proof.credential is not None:
        return _by_passkey(club, proof.ceremony, proof.credential)
    token = proof.ceremony
    return lambda connection: _by_code(connection, token)


def _by_recovery(connection: sa.Connection, code: str) -> str:
    found = ways.use_recovery(connection, code)
    if found is None:
        raise Refusal(NOT_RECOVERY, field="recovery")
    return found


def _by_code(connection: sa.Connection, token: str) -> str:
    mail = ceremonies.take(connection, token, "code").mail
    found = None if mail is None else ways.by_mailbox(connection, mail)
    if found is None:
        raise Refusal(NO_ACCOUNT, field="mail")
    return found


def _by_passkey(club: Club, token: str, credential: Credential) -> Shows:
    passkey_id = club.passkeys.id_of(credential)
    asked = club.read(lambda connection: ceremonies.find(connection, token, "sign-in"))
    if asked is None:
        raise Refusal(OLD, field="ceremony")
    known = club.read(lambda connection: ways.passkey(connection, passkey_id))
    if known is None:
        raise Refusal(UNKNOWN, field="passkey")
    count = club.passkeys.check_used(credential, asked.challenge, known)

    def use(connection: sa.Connection) -> str:
        ceremonies.take(connection, token, "sign-in")
        if not ways.use_passkey(connection, known, count):
            raise Refusal(COPIED, field="passkey")
        return known.member

    return use


def new_passkey(
    club: Club, token: str, credential: Credential, use: ceremonies.Kind
) -> tuple[Made, ceremonies.Ceremony]:
    """Check a new passkey, and return it with its proof, which is not used up yet. Raises Refusal, TooOften."""
    club.limits.count("tries")  # the proof stays good for further attempts
    asked = club.read(lambda connection: ceremonies.find(connection, token, use))
    if asked is None:
        raise Refusal(OLD, field="ceremony")
    return club.passkeys.made(credential, asked.challenge), asked
