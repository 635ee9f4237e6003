"""Time zones by name."""

from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError

from accounts.zones import known_zone, offered_zones, validate_time_zone, zone, zone_names


@pytest.mark.parametrize("name", ["Europe/Berlin", "Asia/Shanghai", "UTC", "US/Pacific"])
def test_zone_of_the_table_is_known(name: str) -> None:
    validate_time_zone(name)
    assert known_zone(name) == name
    assert zone(name) == ZoneInfo(name)


@pytest.mark.parametrize("name", ["Mars/Base", "../../etc/passwd", "europe/berlin", "+02:00", " "])
def test_zone_that_is_not_in_the_table_is_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        validate_time_zone(name)
    assert refusal.value.code == "unknown_time_zone"
    assert known_zone(name) == ""
    assert zone(name) == ZoneInfo("UTC")


@pytest.mark.parametrize("name", ["", None])
def test_no_zone_means_utc(name: str | None) -> None:
    assert known_zone(name) == ""
    assert zone("") == ZoneInfo("UTC")


def test_offered_zones_are_known_and_sorted() -> None:
    areas = [area for area, _names in offered_zones()]
    assert areas == sorted(areas)
    names = [name for _area, group in offered_zones() for name in group]
    assert len(names) == len(set(names)) > 300
    assert set(names) < zone_names()
    assert {"Europe/Berlin", "Asia/Shanghai", "America/New_York"} < set(names)
