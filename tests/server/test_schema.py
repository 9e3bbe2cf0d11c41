"""The OpenAPI document is true: requests made up from it get the answers that it promises, and never a failure."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from starlette.testclient import TestClient

from mamayev.server.app import create_app
from mamayev.server.routes import ROUTES
from mamayev.testing.depth import deep

from .conftest import begun

Operations = dict[str, schemathesis.APIOperation]


def operations(address: str) -> Operations:
    """The routes of a server by name."""
    app = create_app(address, host="testserver", rate="1000000/minute", games="1000000/hour")
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", app)
    return {found.ok().label: found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Operations:
    return operations(f"sqlite:///{tmp_path_factory.mktemp('schema') / 'games.sqlite'}")


OPERATIONS = operations("sqlite://")
KINDS = [
    (label, mode)
    for label, operation in OPERATIONS.items()
    for mode in GenerationMode
    # Where nothing is asked for, or any file may be sent, nothing can be wrong.
    if mode is GenerationMode.POSITIVE
    or any(True for _ in operation.iter_parameters())
    or (operation.body and label != "POST /api/files")
]


@pytest.mark.parametrize(("label", "mode"), KINDS, ids=lambda part: getattr(part, "value", part))
@settings(
    max_examples=deep(20),
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(data=st.data())
def test_made_up_requests_get_the_documented_answers(
    data: st.DataObject, label: str, mode: GenerationMode, tiny: str, served: Operations
) -> None:
    case = data.draw(served[label].as_strategy(generation_mode=mode))
    # Half of the requests whose path is in order reach something: an installed game, a match that has begun.
    path = case.meta.components.get(ParameterLocation.PATH) if case.meta else None
    if path is not None and path.mode is GenerationMode.POSITIVE and data.draw(st.booleans()):
        if "match_id" in case.path_parameters:
            client = TestClient(served[label].app)
            game = data.draw(st.sampled_from([tiny, "cauldron"])) if "/orders" in case.path else tiny
            case.path_parameters["match_id"] = begun(client, game)["id"]
            if case.path.endswith("/restore"):
                client.delete(f"/api/matches/{case.path_parameters['match_id']}")
        if "game" in case.path_parameters:
            case.path_parameters["game"] = tiny
    # The document cannot say which games, seats, bots and words of actions there are.
    answer = case.call()
    if answer.status_code == 413:  # too large to be read, so that nothing was looked for in it
        case.validate_response(answer, excluded_checks=[positive_data_acceptance, negative_data_rejection])
    else:
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])


def test_the_document_describes_every_route() -> None:
    assert set(OPERATIONS) == {f"{route.method} {route.path}" for route in ROUTES}
    assert len(OPERATIONS) > 30
