"""Secrets that the club hands out, and the forms in which it stores them."""

from __future__ import annotations

import hashlib
import secrets

TOKEN_BYTES = 24
CODE_DIGITS = 6
RECOVERY_CODES = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters of recovery codes, without letters that people confuse."""
GROUPS, GROUP = 4, 4
"""A recovery code has 16 letters, which is 79 bits: too many to try, so one round of a plain hash is enough."""


def new_token() -> str:
    """Return a new secret for a cookie or a proof that has begun."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """Return a new id, which is not secret."""
    return secrets.token_hex(16)


def new_code() -> str:
    """Return six digits."""
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


def new_recovery() -> list[str]:
    """Return new recovery codes."""
    return [new_recovery_code() for _ in range(RECOVERY_CODES)]


def new_recovery_code() -> str:
    """Return a new code for people to copy: a recovery code or an invitation."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def hashed(*parts: str) -> str:
    """Return the stored form of a secret, or of a short secret combined with a long one."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()


def recovery_hash(code: str) -> str:
    """Return the stored form of a recovery code, regardless of how it was typed."""
    return hashed("recovery", "".join(letter for letter in code.lower() if letter.isalnum()))
