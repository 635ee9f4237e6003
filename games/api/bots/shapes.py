"""The shapes of what programs are told at an address of their own."""

from typing import Any, Final

from rest_framework import serializers

from games.api.kit.fields import TextField
from games.enums import NoticeCategory
from games.models.channels import URL_LENGTH

# Plans are told at no web address, and the digest is a mail.
NEWS_CATEGORIES: Final = [
    (category.value, category.value)
    for category in NoticeCategory
    if category not in (NoticeCategory.PLANS, NoticeCategory.DIGEST)
]


class SignedWebhookInput(serializers.Serializer[Any]):
    """Where a program wants to be told what."""

    url = TextField(max_length=URL_LENGTH, help_text="https, out in the internet.")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=NEWS_CATEGORIES),
        min_length=1,
        max_length=len(NEWS_CATEGORIES),
        help_text="What to tell. The same choice as that of the notification settings.",
    )


class SignedWebhook(serializers.Serializer[Any]):
    """Where a program is told what."""

    url = serializers.CharField()
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=NEWS_CATEGORIES))
    off_since = serializers.DateTimeField(
        allow_null=True,
        help_text="It refused too often, and nothing is posted since then; a test that is taken switches it on again.",
    )
    last_error = serializers.CharField(allow_null=True, help_text="Why, in words for people.")


class NewSignedWebhook(SignedWebhook):
    """The same with its secret."""

    secret = serializers.CharField(
        help_text="`whsec_` and 32 bytes in base64. It is told this one time."
    )
