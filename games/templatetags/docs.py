"""The few marks of Markdown that the API's schema uses: paragraphs, lists, `code` and **bold**."""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")


@register.filter
def inline(text: str) -> SafeString:
    """A line of text."""
    marked = _BOLD.sub(r"<b>\1</b>", _CODE.sub(r"<code>\1</code>", escape(text)))
    return mark_safe(marked)  # noqa: S308  escaped above, and only our own marks added


@register.filter
def prose(text: str) -> SafeString:
    """Paragraphs and lists."""
    blocks = [block.strip() for block in text.split("\n\n")]
    return mark_safe("".join(_block(block) for block in blocks if block))  # noqa: S308  made of escaped lines


def _block(text: str) -> str:
    if not text.startswith("- "):
        return f"<p>{inline(text)}</p>"
    items = "".join(f"<li>{inline(item)}</li>" for item in text.removeprefix("- ").split("\n- "))
    return f'<ul class="ops">{items}</ul>'
