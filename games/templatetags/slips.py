"""`{% slip card %}`: a card drawn small."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString

from games.web.table.cards import Slip

register = template.Library()


@register.simple_tag(takes_context=True)
def slip(context: template.Context, card: Slip, href: str = "") -> SafeString:
    """The card as an item of a list; `href` opens it."""
    gems = str(context.get("gems") or static("svg/gems.svg"))
    return _linked(card, href, gems) if href else _drawn(card, gems)


@lru_cache(maxsize=1024)
def _drawn(card: Slip, gems: str) -> SafeString:
    """A page may show nearly all cards, and each looks the same on every page in the same language."""
    return _linked(card, "", gems)


def _linked(card: Slip, href: str, gems: str) -> SafeString:
    context = {"slip": card, "href": href, "gems": gems}
    return SafeString(render_to_string("games/table/slip.html", context))
