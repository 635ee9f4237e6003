"""`{% pictured sentence %}`: a sentence of the log with its small pictures."""

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.safestring import SafeString

from games.selectors.facts import Part
from games.web import pictures

register = template.Library()


@register.simple_tag(takes_context=True)
def pictured(context: template.Context, sentence: Part) -> SafeString:
    """The sentence as HTML. Pages name the symbols' address once, as `gems`; parts of pages needn't."""
    gems: Any = context.get("gems") or static("svg/gems.svg")
    return pictures.pictured(sentence, gems)
