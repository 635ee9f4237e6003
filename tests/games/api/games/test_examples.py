"""Examples in the documentation are answers that the schema allows."""

import pytest

from tests.games.api.schema import operations, schema, validator_of

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize("tag", ["games", "components"])
def test_every_operation_has_an_example_that_is_right(tag: str) -> None:
    shown = 0
    for name, (method, path) in operations().items():
        found = schema()["paths"][path][method]
        if tag not in found["tags"]:
            continue
        [content] = found["responses"]["200"]["content"].values()
        example = content["examples"]["Example"]["value"]
        said = [error.message for error in validator_of(content["schema"]).iter_errors(example)]
        assert said == [], name
        shown += 1
    assert shown > 4
