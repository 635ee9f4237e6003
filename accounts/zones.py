"""Time zones: which there are, which are offered, and which one a name means."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

UTC = "UTC"
# The areas of the IANA table. The rest of it are names from before there were areas.
_AREA_NAMES = "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific"
_AREAS = frozenset(_AREA_NAMES.split())


@cache
def zone_names() -> frozenset[str]:
    """Every name that is understood, old ones included: browsers still report some of them."""
    return frozenset(available_timezones())


@cache
def offered_zones() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Area and names for a list to choose from; UTC is not among them."""
    named = sorted(name for name in zone_names() if name.split("/")[0] in _AREAS and "/" in name)
    areas = sorted({name.split("/")[0] for name in named})
    return tuple(
        (area, tuple(name for name in named if name.startswith(f"{area}/"))) for area in areas
    )


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless ``name`` is a zone of the IANA table."""
    if name not in zone_names():
        raise ValidationError(_("There is no time zone of this name."), code="unknown_time_zone")


def known_zone(name: str | None) -> str:
    """``name`` if it is a zone, else an empty string. For what a browser claims."""
    return name if name in zone_names() else ""


def zone(name: str) -> ZoneInfo:
    """The zone of that name; UTC for an empty or unknown one, for a name may leave the table some day."""
    return ZoneInfo(known_zone(name) or UTC)
