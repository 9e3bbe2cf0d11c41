"""The settings of a club: the file club.toml."""

from __future__ import annotations

import ipaddress
import re
import string
import tomllib
from collections.abc import Sequence
from email.errors import HeaderParseError
from email.headerregistry import Address, AddressHeader, HeaderRegistry
from email.utils import parseaddr
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, get_args
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from mamayev.engine import toml
from mamayev.engine.names import meant
from mamayev.engine.refusal import Refusal
from mamayev.engine.text import NotText, plain
from mamayev.engine.validation import place, said

from ..lines import one_line
from ..rates import Rate

Days = Annotated[int, Meta(ge=1, le=3650)]
Text = Annotated[str, Meta(max_length=200)]
SignUp = Literal["open", "invitation", "closed"]
Security = Literal["tls", "starttls", "none"]
CHOICES = {"sign_up": get_args(SignUp), "mail.security": get_args(Security)}
"""The values of the lines that have a list of them."""


class File(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of the file. Unknown names are refused, because they are usually misspelled."""


class Mail(File, frozen=True):
    """The mail server through which the club sends mail.

    `security`: "tls" from the first byte, "starttls", or "none". `sender`: the address in From.
    """

    server: Text
    sender: Text
    port: Annotated[int, Meta(ge=1, le=65535)] = 587
    security: Security = "starttls"
    user: Text = ""
    password: Text = ""
    password_file: Text = ""


class Limits(File, frozen=True):
    """The rate limits, in the notation of `limits`.

    `joins`: new accounts per address. `codes`: codes to one mailbox per address, and six times as many from all
    addresses. `senders`: codes requested per address. `tries`: sign-in attempts per address. `names`: name checks per
    address. `tests`: test notices per member.
    """

    joins: str = "10/hour"
    codes: str = "5/hour"
    senders: str = "20/hour"
    tries: str = "60/hour"
    names: str = "120/minute"
    tests: str = "20/hour"


class Retention(File, frozen=True):
    """Retention times in days. `sessions`: after their last use. `outbox`: sent notices. `tables`: open tables of
    visitors without an account, after the last move. A deleted game can be restored for 30 days.
    """

    sessions: Days = 90
    outbox: Days = 7
    tables: Days = 365


class Notices(File, frozen=True):
    """The settings for notices. `inside`: private networks that webhooks can reach, such as "10.0.0.0/8". All other
    private addresses are refused."""

    inside: Annotated[list[Text], Meta(max_length=100)] = []


class Settings(File, frozen=True):
    """The settings of a club.

    - `address`: its public address, to which passkeys are tied. `imprint`: who runs it.
    - `operators`: the email addresses of the members who handle reports.
    - `invitations`: codes that any number of people can use if sign-up is by invitation. `mamayev club invite` creates
      single-use codes.
    - `work`: proof of work for a visitor's browser before it joins or requests a code, in bits of a hash, to slow down
      bots: 16 takes a second or two, 0 turns it off.
    - `vacation`: days per year on which members can stop their clocks in daily games.
    """

    name: Annotated[str, Meta(max_length=40)]
    address: Text
    imprint: Annotated[str, Meta(max_length=2000)]
    operators: Annotated[list[Annotated[str, Meta(max_length=254)]], Meta(max_length=100)] = []
    sign_up: SignUp = "open"
    invitations: Annotated[list[Annotated[str, Meta(min_length=8, max_length=64)]], Meta(max_length=1000)] = []
    work: Annotated[int, Meta(ge=0, le=24)] = 0
    vacation: Annotated[int, Meta(ge=0, le=366)] = 21
    mail: Mail | None = None
    limits: Limits = Limits()
    notices: Notices = Notices()
    retention: Retention = Retention()

    @property
    def host(self) -> str:
        """The name in the address."""
        return urlsplit(self.address).hostname or ""


_NAMES = {name for table in (Settings, Mail, Limits, Notices, Retention) for name in table.__struct_fields__}


def read_settings(path: Path) -> Settings:
    """Return the settings of a file, with the password from its own file. Raises a malformed Refusal."""
    try:
        data = toml.load(path)
    except (toml.TomlError, NotText) as error:
        raise Refusal(f"{path}: {error}.", field="--club", malformed=True) from None
    except OSError as error:
        raise Refusal(
            f"{path} cannot be read: {plain(error)}. Name the club's file with --club.",
            field="--club",
            malformed=True,
        ) from None
    try:
        settings = msgspec.convert(data, Settings)
    except msgspec.ValidationError as error:
        field = place(str(error))
        what = said(str(error)).removeprefix("it ")
        if field in CHOICES:
            what += f". Use one of: {', '.join(CHOICES[field])}"
        hint = meant(field.rpartition(".")[2], _NAMES) if what.endswith("unknown") else ""
        whole = f"the file {what}" if said(str(error)).startswith("it ") else what
        raise _wrong(path, whole, field, hint) from None
    _check(path, settings)
    return _with_password(path, settings)


def _check(path: Path, settings: Settings) -> None:
    for field in ("name", "imprint"):
        if not one_line(getattr(settings, field)):
            raise _wrong(path, f"“{field}” is empty", field)
    _check_address(path, settings.address)
    if settings.sign_up != "invitation" and settings.invitations:
        said = f"“invitations” are only used where “sign_up” is “invitation”, not “{settings.sign_up}”"
        raise _wrong(path, said, "invitations")
    for field, text in msgspec.structs.asdict(settings.limits).items():
        try:
            Rate.parse(text)
        except ValueError:
            raise _wrong(
                path, f"“limits.{field}” is “{text}”, which is not a limit such as “5/hour”", f"limits.{field}"
            ) from None
    for address in settings.operators:
        if mailbox(address) is None:
            raise _wrong(path, f"“operators” contains “{address}”, which is not an email address", "operators")
    for network in settings.notices.inside:
        try:
            ipaddress.ip_network(network, strict=False)
        except ValueError:
            said = f"“notices.inside” lists “{network}”, which is not a network such as “10.0.0.0/8”"
            raise _wrong(path, said, "notices.inside") from None
    if settings.mail is not None:
        _check_mail(path, settings.mail)


def _check_address(path: Path, text: str) -> None:
    """Raise Refusal unless browsers support passkeys and secure cookies at this address."""
    try:
        address = urlsplit(text)
        host, _ = address.hostname or "", address.port
    except ValueError:
        raise _wrong(
            path, f"“address” is “{text}”, which is not an address such as “https://club.example.org”", "address"
        ) from None
    if address.scheme not in ("http", "https") or not host or text != f"{address.scheme}://{address.netloc}".lower():
        raise _wrong(
            path,
            f"“address” is “{text}”. Write it like “https://club.example.org”, with nothing after the name",
            "address",
        )
    if "@" in address.netloc:
        raise _wrong(path, "“address” contains a user name. Leave it out", "address")
    if _is_number(host):
        raise _wrong(path, f"“address” is “{text}”, but passkeys need a name, not a number", "address")
    if address.scheme == "http" and host != "localhost" and not host.endswith(".localhost"):
        raise _wrong(path, f"“address” is “{text}”, but browsers only keep people signed in over https://", "address")


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _check_mail(path: Path, mail: Mail) -> None:
    if mailbox(parseaddr(mail.sender)[1]) is None:
        raise _wrong(path, f"“mail.sender” is “{mail.sender}”, which is not an email address", "mail.sender")
    if mail.password and mail.password_file:
        raise _wrong(path, "“mail” has both “password” and “password_file”. Keep one", "mail.password")
    if bool(mail.user) != bool(mail.password or mail.password_file):
        raise _wrong(path, "“mail” needs both “user” and “password” (or “password_file”), or neither", "mail.user")


def _with_password(path: Path, settings: Settings) -> Settings:
    mail = settings.mail
    if mail is None or not mail.password_file:
        return settings
    file = path.parent / mail.password_file
    try:
        password = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or "it is not text"
        raise _wrong(path, f"“mail.password_file”: {file} cannot be read: {why}", "mail.password_file") from None
    whole = msgspec.structs.replace(mail, password=password, password_file="")
    return msgspec.structs.replace(settings, mail=whole)


_HEADERS = HeaderRegistry()
_BOX = re.compile(r"[^\s@\"(),:;<>\[\]\\]{1,64}@[^\s@\"(),:;<>\[\]\\]+\.[^\s@.]{2,}")


_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


class Mailbox(NamedTuple):
    """A mail address as its owner wrote it. `key`: the form for comparing addresses. It only folds A to Z, because
    “straße” and “strasse” could be the mailboxes of two people.
    """

    address: str

    @property
    def key(self) -> str:
        return self.address.translate(_LOWER)


def mailbox(text: str) -> Mailbox | None:
    """Return the mailbox of an address, or None if it is not an address."""
    text = text.strip()
    if len(text) > 254 or not _BOX.fullmatch(text):
        return None
    user, _, host = text.rpartition("@")
    try:
        encoded = host.encode("idna").decode().lower()
        Address(username=user, domain=encoded)
        address = f"{user}@{encoded}"
        # A header may mean another address, because it can contain encoded words.
        header = _HEADERS("To", address)
        assert isinstance(header, AddressHeader)
        meant = header.addresses
    except (UnicodeError, ValueError, HeaderParseError):
        return None
    return Mailbox(address) if [one.addr_spec for one in meant] == [address] else None


def _wrong(path: Path, what: str, field: str, hint: str = "") -> Refusal:
    """Return the refusal of a setting, with the line that sets it or its table if there is one."""
    line = _line_of(path.read_text(encoding="utf-8"), field.partition("[")[0].split("."))
    at = f", line {line}" if line else ""
    return Refusal(f"{path}{at}: {what}.{hint}", field=field, malformed=True)


def _line_of(text: str, names: Sequence[str]) -> int:
    """Return the line on which a setting or, without it, its table begins; 0 if the file has neither."""
    lines, begins, table = text.split("\n"), 1, 0
    for number in range(1, len(lines) + 1):
        try:
            data = tomllib.loads("\n".join(lines[:number]))
        except tomllib.TOMLDecodeError:  # the value continues on the next line
            continue
        if _has(data, names):
            return begins
        if not table and _has(data, names[:-1] or names):
            table = begins
        begins = number + 1
    return table


def _has(data: object, names: Sequence[str]) -> bool:
    return not names or (isinstance(data, dict) and names[0] in data and _has(data[names[0]], names[1:]))
