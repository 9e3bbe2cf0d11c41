"""Requests made up from the document of the club's API get the answers that it promises, and never a failure."""

from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from mamayev.server.app import create_app
from mamayev.server.club import sessions, ways
from mamayev.server.club.names import name_of
from mamayev.server.club.opening import ALL_ROUTES
from mamayev.server.club.routes import CLUB_ROUTES
from mamayev.testing.depth import deep

from .conftest import written

Operations = dict[str, schemathesis.APIOperation]
OFTEN = "[limits]\n" + "".join(f'{name} = "1000000/hour"\n' for name in ("joins", "codes", "senders", "tries", "names"))


def operations(folder: Path) -> tuple[Operations, dict[str, str]]:
    """The routes of a club by name, and the headers of a member's page."""
    file = written(folder, None, OFTEN)
    app = create_app(f"sqlite:///{folder / 'games.sqlite'}", club=file, host="testserver", rate="1000000/minute")
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", app)
    found = {one.ok().label: one.ok() for one in schema.get_all_operations() if isinstance(one, Ok)}
    club = app.state.parts.access

    def join(connection):
        ways.add_member(connection, "0" * 32, name_of("Marta K"), None)
        return sessions.begin(connection, "0" * 32, "")

    return found, {"cookie": f"{sessions.COOKIE}={club.write(join)}"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> tuple[Operations, dict[str, str]]:
    return operations(tmp_path_factory.mktemp("schema"))


@pytest.mark.parametrize("label", [f"{route.method} {route.path}" for route in CLUB_ROUTES])
@settings(
    max_examples=deep(20),
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(data=st.data())
def test_made_up_requests_get_the_documented_answers(
    data: st.DataObject, label: str, served: tuple[Operations, dict[str, str]]
) -> None:
    operation, member = served[0][label], served[1]
    wrong = operation.body or any(True for _ in operation.iter_parameters())
    mode = data.draw(st.sampled_from(list(GenerationMode))) if wrong else GenerationMode.POSITIVE
    case = data.draw(operation.as_strategy(generation_mode=mode))
    signed_in = data.draw(st.booleans()) and label != "DELETE /api/club/me"
    answer = case.call(headers=member if signed_in else {})
    assert answer.status_code < 500, answer.text
    # The document cannot say who is signed in, nor which names, codes and games there are. A wrong body of somebody
    # who may not ask is refused for that.
    case.validate_response(answer, excluded_checks=[positive_data_acceptance, negative_data_rejection])


def test_the_document_describes_every_route(served: tuple[Operations, dict[str, str]]) -> None:
    assert set(served[0]) == {f"{route.method} {route.path}" for route in ALL_ROUTES}
    names = [route.handler.__name__ for route in ALL_ROUTES]
    assert len(set(names)) == len(names)
