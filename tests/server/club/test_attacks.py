"""What a stranger tries against a club and its members."""

from pathlib import Path

import pytest

from mamayev.server.club import names
from mamayev.server.club.settings import mailbox
from mamayev.server.club.work import zeros

from .conftest import Browser, Opens, another, written
from .sink import Sink

LIMITS = '[limits]\ncodes = "2/hour"\n'


def codes(browser: Browser, mail: str, times: int) -> list[int]:
    """The statuses of requests for codes."""
    return [browser.ask("POST", "club/codes", {"mail": mail}).status_code for _ in range(times)]


@pytest.mark.parametrize(("own", "like"), [("strasse", "straße"), ("mike", "mi\u212ae"), ("josé", "JOSÉ")])
def test_letters_that_fold_together_do_not_open_an_account(browser: Browser, own: str, like: str) -> None:
    browser.sink.utf8 = True
    ceremony, _ = browser.prove_mail(f"{own}@example.org")
    browser.done("POST", "club/join", {"name": "Marta K", "ceremony": ceremony})
    thief = another(browser)
    assert thief.prove_mail(f"{like}@example.org")[1] == {"me": None}


def test_a_code_goes_to_the_mailbox_that_was_proven(browser: Browser) -> None:
    ceremony, _ = browser.prove_mail("marta@example.org")
    browser.done("POST", "club/join", {"name": "Marta K", "ceremony": ceremony})
    another(browser).done("POST", "club/codes", {"mail": "MARTA@example.org"})
    assert browser.sink.mail()["To"] == "marta@example.org"


@pytest.mark.parametrize("user", ["=?utf-8?b?YQo=?=", "=?utf-8?q?marta=40x.org=2Cb?="])
def test_an_address_that_a_mail_would_not_go_to_is_no_mailbox(browser: Browser, user: str) -> None:
    assert browser.refused("POST", "club/codes", {"mail": f"{user}@example.org"}).endswith("is no mail address.")


@pytest.mark.parametrize("user", ["o'brien+x", "a=b", "marta!x%y", "josé"])
def test_unusual_addresses_are_mailboxes(user: str) -> None:
    found = mailbox(f"{user}@münchen.example")
    assert found is not None
    assert found.address == f"{user}@xn--mnchen-3ya.example"


def test_a_mail_that_cannot_be_sent_does_not_delay_another(browser: Browser) -> None:
    browser.sink.down = True
    browser.done("POST", "club/codes", {"mail": "jaro@example.org"})
    assert browser.sink.fails.wait(20)
    browser.sink.down = False
    browser.done("POST", "club/codes", {"mail": "marta@example.org"})
    assert [browser.sink.mail()["To"] for _ in range(2)] == ["marta@example.org", "jaro@example.org"]


def test_what_names_look_like_is_not_remembered_without_an_end(browser: Browser) -> None:
    bounds = [cached.cache_info().maxsize for cached in (names.skeleton, names._prototype, names._class_of)]
    assert None not in bounds


def test_one_address_cannot_keep_the_codes_of_a_member_away(opens: Opens, tmp_path: Path, sink: Sink) -> None:
    member = opens(written(tmp_path, sink, LIMITS))
    stranger = another(member, "192.0.2.77")
    assert codes(stranger, "marta@example.org", 4) == [201, 201, 429, 429]
    assert codes(member, "Marta@Example.org", 3) == [201, 201, 429]


def test_many_addresses_together_send_a_mailbox_so_many_codes(opens: Opens, tmp_path: Path, sink: Sink) -> None:
    first = opens(written(tmp_path, sink, LIMITS))
    strangers = [another(first, f"198.51.100.{n}") for n in range(8)]
    sent = [status for one in strangers for status in codes(one, "marta@example.org", 2)]
    assert sent == [201] * 12 + [429] * 4


def test_codes_without_the_task_do_not_count(opens: Opens, tmp_path: Path, sink: Sink) -> None:
    browser = opens(written(tmp_path, sink, f"work = 1\n{LIMITS}"))
    assert codes(browser, "marta@example.org", 5) == [409] * 5
    task = browser.done("POST", "club/tasks")["task"]
    answer = next(n for n in range(100) if zeros(task, n) >= 1)
    browser.done("POST", "club/codes", {"mail": "marta@example.org", "work": {"task": task, "answer": answer}})
