"""The shapes of accounts, sessions, tokens and apps."""

from typing import Any, Final

from django.core.validators import RegexValidator
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from accounts.forms import PASSWORD_LENGTH
from accounts.names import ADDRESS_LENGTH, NAME_LENGTH
from accounts.oauth import APP_NAME_LENGTH, MOST_REDIRECTS
from accounts.redirects import LONGEST
from accounts.scopes import GRANTABLE, Scope
from accounts.tokens import NAME_LENGTH as TOKEN_NAME_LENGTH
from games.api.games.shapes import RatingNumber
from games.api.kit.fields import InstantField, TextField
from games.api.people.shapes import share_in_time
from games.enums import ExportState

KEY_LENGTH: Final = 200
SCOPES: Final = [(scope.value, scope.value) for scope in Scope]
GRANTABLE_SCOPES: Final = [(scope.value, scope.value) for scope in GRANTABLE]
EXPORT_STATES: Final = [(state.value, state.value) for state in ExportState]
LARGEST_ID: Final = 2**63 - 1

KEY_IN_ADDRESS: Final = OpenApiParameter(
    "key",
    {"type": "string", "pattern": f"^[-a-zA-Z0-9_]{{1,{KEY_LENGTH}}}$"},
    OpenApiParameter.PATH,
    description="The key from the mail, a part of its link: `…/accounts/password/reset/key/<key>/`.",
)


_NUMBER: Final = {"type": "integer", "minimum": 1, "maximum": LARGEST_ID}
SESSION_IN_ADDRESS: Final = OpenApiParameter("session_id", _NUMBER, OpenApiParameter.PATH)
TOKEN_IN_ADDRESS: Final = OpenApiParameter("token_id", _NUMBER, OpenApiParameter.PATH)
APP_IN_ADDRESS: Final = OpenApiParameter(
    "app_id",
    {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,100}$"},
    OpenApiParameter.PATH,
    description="The client id.",
)


# No database takes it; said in the schema too, where the framework refuses it in silence.
_NO_NULL: Final = RegexValidator(r"^[^\x00]*$")


def line_field(longest: int, text: str = "") -> TextField:
    """A line of text, of which blanks alone are a wrong one and not none."""
    return TextField(
        max_length=longest, trim_whitespace=False, help_text=text, validators=[_NO_NULL]
    )


def password_field(text: str = "") -> TextField:
    """A password, as it was typed."""
    return line_field(PASSWORD_LENGTH, text)


class SignUpInput(serializers.Serializer[Any]):
    """A new account."""

    name = line_field(
        NAME_LENGTH,
        "3 to 20 letters A to Z, Chinese characters, digits, `-` or `_`. Others see it.",
    )
    address = line_field(ADDRESS_LENGTH, "E-mail.")
    password = password_field("At least 8 characters, neither common nor like the name.")


class AddressInput(serializers.Serializer[Any]):
    """An e-mail address."""

    address = line_field(ADDRESS_LENGTH)


class KeyInput(serializers.Serializer[Any]):
    """A key from a mail."""

    key = line_field(
        KEY_LENGTH,
        "The last part of the link's path: `…/accounts/confirm-email/<key>/`.",
    )


class ConfirmedAddress(serializers.Serializer[Any]):
    """An address that is confirmed now."""

    address = serializers.CharField()


class NewPasswordInput(serializers.Serializer[Any]):
    """A new password."""

    password = password_field("At least 8 characters, neither common nor like the name.")


class PasswordChangeInput(serializers.Serializer[Any]):
    """The present and the new password."""

    present = password_field()
    password = password_field("The new one.")


class PasswordCheckInput(serializers.Serializer[Any]):
    """The account's password, once more."""

    password = password_field()


class AddressChangeInput(serializers.Serializer[Any]):
    """Another address."""

    address = line_field(ADDRESS_LENGTH)
    password = password_field("The account's.")


class SignInInput(serializers.Serializer[Any]):
    """What somebody typed, and in what."""

    login = line_field(ADDRESS_LENGTH, "The name or the address.")
    password = password_field()
    device = line_field(
        TOKEN_NAME_LENGTH,
        "How the person recognises this session, such as the phone's name.",
    )


class Account(serializers.Serializer[Any]):
    """An account, as its holder sees it."""

    id = serializers.IntegerField(help_text="Never another account's.")
    name = serializers.CharField()
    address = serializers.CharField(
        allow_null=True, help_text="To which mails go; null if none was confirmed."
    )
    pending_address = serializers.CharField(
        allow_null=True, help_text="Becomes the address when the key that was sent there comes."
    )
    language = serializers.CharField(
        allow_null=True, help_text="A tag such as `zh-hans`; null: as the client says."
    )
    time_zone = serializers.CharField(allow_null=True, help_text="A name of the IANA table.")
    bot = serializers.BooleanField(help_text="A program plays.")
    mail_stopped = serializers.BooleanField(
        help_text="Mail came back or was reported as unwanted, so none is sent."
    )
    joined_at = serializers.DateTimeField()
    rating = RatingNumber(help_text="Against people; of a bot, in the pool of bots.")
    turns_in_time = share_in_time()
    finished_games = serializers.IntegerField()
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=SCOPES), help_text="What the token in use may do."
    )


class Session(serializers.Serializer[Any]):
    """An app in which somebody signed in."""

    id = serializers.IntegerField()
    device = serializers.CharField()
    created_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(
        allow_null=True, help_text="Within ten minutes; null if never."
    )
    expires_at = serializers.DateTimeField(allow_null=True, help_text="60 days after the last use.")
    current = serializers.BooleanField(help_text="The one that asks.")


class Sessions(serializers.Serializer[Any]):
    """The newest first."""

    items = Session(many=True)


class NewSession(serializers.Serializer[Any]):
    """A session, and the token that stands for it."""

    token = serializers.CharField(help_text="Told once. Begins with `loupe_app_`.")
    expires_at = serializers.DateTimeField(
        help_text="If it isn't used until then; each use moves it."
    )
    session_id = serializers.IntegerField()
    came_back = serializers.BooleanField(
        help_text="The account was about to be deleted, and is kept since this sign-in."
    )
    account = Account()


class PersonalTokenInput(serializers.Serializer[Any]):
    """A token to be made."""

    name = line_field(TOKEN_NAME_LENGTH, "What it is for; only you read it.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=GRANTABLE_SCOPES),
        min_length=1,
        max_length=len(GRANTABLE_SCOPES),
    )
    expires_at = InstantField(
        allow_null=True, required=False, help_text="Null or not given: until it is taken back."
    )
    password = password_field("The account's.")


class PersonalToken(serializers.Serializer[Any]):
    """A token for a program of one's own."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    hint = serializers.CharField(help_text="The last characters of its value.")
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=SCOPES))
    created_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(
        allow_null=True, help_text="Within ten minutes; null if never."
    )
    expires_at = serializers.DateTimeField(allow_null=True)


class NewPersonalToken(PersonalToken):
    """A token with its value."""

    value = serializers.CharField(help_text="Told once. Begins with `loupe_pat_`.")


class PersonalTokens(serializers.Serializer[Any]):
    """The newest first."""

    items = PersonalToken(many=True)


class AppGuest(serializers.Serializer[Any]):
    """An app of somebody else that was let in by OAuth."""

    id = serializers.CharField(help_text="Its client id.")
    name = serializers.CharField()
    made_by = serializers.CharField(allow_null=True, help_text="Who registered it.")
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=SCOPES))
    used_at = serializers.DateTimeField(help_text="Within an hour.")


class AppGuests(serializers.Serializer[Any]):
    """By name."""

    items = AppGuest(many=True)


class AppInput(serializers.Serializer[Any]):
    """An app that others may let in."""

    name = line_field(APP_NAME_LENGTH, "People read it when it asks them.")
    redirect_uris = serializers.ListField(
        child=line_field(LONGEST),
        min_length=1,
        max_length=MOST_REDIRECTS,
        help_text="Where people are sent back to: https, a scheme of the app's own with a dot in it, or "
        "`http://127.0.0.1` and `http://[::1]` with any port. Compared sign by sign.",
    )
    password = password_field("The account's.")


class AppMade(serializers.Serializer[Any]):
    """An app that one registered."""

    id = serializers.CharField(help_text="The client id. There is no secret.")
    name = serializers.CharField()
    redirect_uris = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()


class AppsMade(serializers.Serializer[Any]):
    """The newest first."""

    items = AppMade(many=True)


class ClosingTerms(serializers.Serializer[Any]):
    """What becomes of an account that is closed, as sentences to show."""

    days = serializers.IntegerField(help_text="Between the closing and the deletion.")
    at_once = serializers.ListField(child=serializers.CharField(), help_text="By the closing.")
    later = serializers.ListField(child=serializers.CharField(), help_text="By the deletion.")
    stays = serializers.ListField(child=serializers.CharField(), help_text="For good.")


class Closing(ClosingTerms):
    """A closed account."""

    deleted_at = serializers.DateTimeField(
        help_text="Signing in before then keeps the account, with everything."
    )


class DataCopy(serializers.Serializer[Any]):
    """Where the copy of one's data stands."""

    state = serializers.ChoiceField(
        choices=EXPORT_STATES, allow_null=True, help_text="Null: none was asked for."
    )
    asked_at = serializers.DateTimeField(allow_null=True)
    size = serializers.IntegerField(allow_null=True, help_text="Bytes.")
    expires_at = serializers.DateTimeField(allow_null=True, help_text="Fetch it before.")
    next_at = serializers.DateTimeField(
        allow_null=True, help_text="From when on another may be asked for; null: now."
    )
