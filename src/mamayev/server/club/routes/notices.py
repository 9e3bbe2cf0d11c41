"""Requests about a member's notices: channels, times, and a test."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from mamayev.engine.refusal import Refusal

from ...routes.answers import DONE, Answer
from ...routes.asked import MatchId
from ...routes.route import Routes
from ...seated import Missing
from .. import channels, forms, outbox
from ..channels import Channel
from ..club import Club
from ..preferences import Preferences, preferences, set_preferences
from ..push import Browser, is_browser
from ..sessions import Session
from ..visitor import Visitor

routes = Routes()

ChannelId = Annotated[str, Meta(max_length=32)]
UnsubscribeToken = Annotated[str, Meta(max_length=100)]
NO_CHANNEL = "Your account has no such notice channel."


def _notices(club: Club, session: Session, status: int = 200) -> Answer:
    def look(connection: sa.Connection) -> forms.NoticesForm:
        times = preferences(connection, session.member)
        return forms.NoticesForm(
            channels=[_form(one, session) for one in channels.of_member(connection, session.member)],
            key=club.sender.vapid.public,
            mail=club.post.works,
            **times._asdict(),
        )

    return Answer(club.read(look), status)


def _form(one: Channel, session: Session) -> forms.ChannelForm:
    return forms.ChannelForm(one.id, one.kind, one.label, list(one.takes), one.session == session.id, one.used, one.off)


@routes.get("/api/club/me/notices", forms.NoticesForm)
def my_notices(club: Club, visitor: Visitor) -> Answer:
    """Return your notice channels and times."""
    return _notices(club, visitor.signed_in())


@routes.put("/api/club/me/notices", forms.NoticesForm)
def set_times(club: Club, visitor: Visitor, wanted: forms.TimesWanted) -> Answer:
    """Set the times for notices."""
    session, times = visitor.signed_in(), Preferences(**msgspec.structs.asdict(wanted))
    club.write(lambda connection: set_preferences(connection, session.member, times))
    return _notices(club, session)


@routes.post("/api/club/me/notices/channels", forms.NoticesForm, 201)
def add_channel(club: Club, visitor: Visitor, wanted: forms.ChannelWanted) -> Answer:
    """Receive notices in this browser, or through a webhook. Addresses in private networks are refused."""
    session = visitor.signed_in()
    club.limits.count("tests", session.member)
    browser = None if wanted.keys is None else Browser(wanted.keys.p256dh, wanted.keys.auth)
    if browser is not None and not is_browser(browser):
        raise Refusal("These are not the keys of a browser's subscription.", field="keys", malformed=True)
    club.sender.check(wanted.url)

    def add(connection: sa.Connection) -> None:
        if browser is None:
            label = wanted.label or (urlsplit(wanted.url).hostname or "")[: forms.LABEL_LENGTH]
            channels.add(connection, session.member, "webhook", label, address=wanted.url)
        else:
            label = wanted.label or session.device
            channels.add(
                connection,
                session.member,
                "push",
                label,
                address=wanted.url,
                browser=browser,
                session=session.id,
                replaces=wanted.replaces or "",
            )

    club.write(add)
    return _notices(club, session, 201)


@routes.patch("/api/club/me/notices/channels/{channel_id}", forms.NoticesForm)
def change_channel(club: Club, visitor: Visitor, channel_id: ChannelId, wanted: forms.ChannelChanged) -> Answer:
    """Change the notices or the name of a channel. A channel that was turned off is turned on again."""
    session = visitor.signed_in()

    def change(connection: sa.Connection) -> None:
        channels.change(connection, _own(connection, session, channel_id), wanted.takes, wanted.label)

    club.write(change)
    return _notices(club, session)


@routes.delete("/api/club/me/notices/channels/{channel_id}")
def remove_channel(club: Club, visitor: Visitor, channel_id: ChannelId) -> Answer:
    """Remove a browser or a webhook. To stop emails, deselect all kinds of notices for the mail channel."""
    session = visitor.signed_in()

    def remove(connection: sa.Connection) -> None:
        if _own(connection, session, channel_id).kind == "mail":
            channels.switch_off(connection, channel_id, channels.UNSUBSCRIBED)
        else:
            channels.remove(connection, session.member, channel_id)

    club.write(remove)
    return DONE


@routes.post("/api/club/games/{match_id}/later", None, 204)
def put_off(club: Club, visitor: Visitor, match_id: MatchId) -> Answer:
    """Get the notice of your turn again in an hour, unless you look at the game first."""
    member_id = visitor.signed_in().member
    if not club.write(lambda connection: outbox.put_off(connection, member_id, match_id)):
        raise Missing("There is no notice about this game to postpone.")
    return DONE


def _own(connection: sa.Connection, session: Session, channel_id: str) -> Channel:
    found = channels.find(connection, channel_id, session.member)
    if found is None:
        raise Missing(NO_CHANNEL)
    return found


@routes.post("/api/club/me/notices/test", list[forms.Tested])
def test_notices(club: Club, visitor: Visitor) -> Answer:
    """Send a test notice through each of your channels, and return the results."""
    session = visitor.signed_in()
    club.limits.count("tests", session.member)
    return Answer([forms.Tested(one.id, problem) for one, problem in club.sender.test_all(session.member)])


STYLE = """
:root { color-scheme: light dark; font: 17px/1.42 "Source Sans 3", system-ui, sans-serif; color: #23282d;
  background: #f4f1e9; }
body { margin: 0; }
header { padding: 10px 20px; color: #f2f0ea; background: #20303d; }
header b { font: 700 20px "Barlow Condensed", "Arial Narrow", sans-serif; letter-spacing: .08em; }
header i { margin-left: 10px; font-family: "Source Serif 4", Georgia, serif; }
main { max-width: 560px; margin: 24px auto; padding: 4px 20px 16px; border: 1px solid #d2cbbb; border-radius: 12px;
  background: #fbf9f4; }
h1 { margin: 14px 0; font: 600 24px/1.2 "Source Serif 4", Georgia, serif; }
a { color: inherit; }
button { min-height: 44px; padding: 6px 16px; border: 0; border-radius: 8px; color: #fff; background: #48637b;
  font: 600 16px "Barlow Condensed", "Arial Narrow", sans-serif; }
button:focus-visible, a:focus-visible { outline: 3px solid #934d00; outline-offset: 2px; }
@media (max-width: 600px) { main { margin: 16px 12px; } }
@media (prefers-color-scheme: dark) {
  :root { color: #eceae4; background: #1a1e22; }
  header { background: #12161a; }
  main { border-color: #3b434a; background: #1f2428; }
  button { background: #45617b; }
  button:focus-visible, a:focus-visible { outline-color: #ffb43a; }
}
"""
"""The style of the client, in the light and dark colors of web/src/palette.css."""
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Emails from {club}</title>
<style>{style}</style>
<header><b>MAMAYEV</b> <i>{club}</i></header>
<main>
<h1>Emails from {club}</h1>
{text}
</main>
</html>
"""
STOPS = """<p>Stop the emails about your games? You will still get sign-in codes.</p>
<form method="post"><button>Stop these emails</button></form>"""
STOPPED = '<p>You have stopped these emails. You can turn them on again in <a href="/">your account</a>.</p>'
PAGE_HEADERS = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    f"style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'",
    # With less, browsers name no origin for the form, and the guard refuses it.
    "referrer-policy": "same-origin",
}


@routes.get("/api/club/unsubscribe/{token}", None)
def unsubscribe_page(club: Club, token: UnsubscribeToken) -> Answer:
    """Return the page for an email's unsubscribe link. Opening it changes nothing, because mail filters also open
    links."""
    _channel_in(club, token)
    return _page(club, STOPS)


@routes.post("/api/club/unsubscribe/{token}", None)
def unsubscribe(club: Club, token: UnsubscribeToken) -> Answer:
    """Stop all emails to the member whose email contained this token (RFC 8058). This needs no account, and ignores the
    body."""
    channel_id = _channel_in(club, token)
    club.write(lambda connection: channels.switch_off(connection, channel_id, channels.UNSUBSCRIBED))
    return _page(club, STOPPED)


def _channel_in(club: Club, token: str) -> str:
    # Such a word cannot be guessed, and a mail provider asks for many people from one address: no limit here.
    found = club.sender.channel_in(token)
    if found is None:
        raise Missing("This link is incomplete. Copy the whole link.")
    return found


def _page(club: Club, text: str) -> Answer:
    page = PAGE.format(club=escape(club.settings.name), text=text, style=STYLE)
    return Answer(msgspec.Raw(page.encode()), headers=PAGE_HEADERS)
