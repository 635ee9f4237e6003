"""The documentation is the schema that is checked in, and that is the one which the code makes."""

import json

import pytest
from django.conf import settings
from django.test import Client

from games.api.docs.read import SCHEMA_FILE, parts, shapes
from games.api.kit.codes import PROBLEMS
from tests.games.api.schema import operations, schema

pytestmark = pytest.mark.one_database


def test_checked_in_schema_is_what_the_code_makes() -> None:
    """After a change: ./dev manage spectacular --validate --fail-on-warn --format openapi-json --file games/api/openapi.json"""
    assert json.loads(SCHEMA_FILE.read_text()) == schema()


@pytest.mark.django_db
def test_every_operation_is_on_a_page_with_its_scope_and_codes() -> None:
    seen = set()
    for tag, documented in parts().items():
        page = Client().get(f"/api/docs/{tag}/").content.decode()
        for one in documented:
            assert f'id="{one.name}"' in page
            assert one.path in page
            assert one.scope in page
            seen.add(one.name)
    assert seen == set(operations())


@pytest.mark.django_db
def test_every_shape_and_code_has_its_place() -> None:
    page = Client().get("/api/docs/shapes/").content.decode()
    assert [shape.name for shape in shapes() if f'id="{shape.name}"' not in page] == []
    page = Client().get("/api/docs/problems/").content.decode()
    assert [code for code in PROBLEMS if f'id="{code}"' not in page] == []


@pytest.mark.parametrize("name", ["notation", "chance"])
@pytest.mark.django_db
def test_grammar_and_chance_are_served_as_they_are_written(name: str) -> None:
    address = f"/api/docs/{name}.md"
    answer = Client().get(address)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content == (settings.BASE_DIR / "docs" / f"{name}.md").read_bytes()
    assert f'href="{address}"' in Client().get("/api/docs/").content.decode()
    assert address in SCHEMA_FILE.read_text()


@pytest.mark.django_db
def test_unknown_part_is_not_found() -> None:
    assert Client().get("/api/docs/nothing/").status_code == 404


@pytest.mark.django_db
def test_schema_is_served_to_programs_of_other_sites() -> None:
    response = Client().get("/api/v1/openapi.json")
    assert json.loads(response.content) == schema()
    assert not response.streaming, "who reads slowly would hold a thread"
    assert response["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("operation", operations())
def test_every_operation_says_what_it_is(operation: str) -> None:
    method, path = operations()[operation]
    found = schema()["paths"][path][method]
    assert found["summary"], "the docstring's first line"
    assert found["responses"].keys() & {"200", "201", "202", "204"}
    assert "429" in found["responses"]
