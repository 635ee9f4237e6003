"""Forms of the account pages: allauth's, in our words, and the preferences."""

from typing import Any, cast

from allauth.account import forms as allauth_forms
from allauth.core.exceptions import ImmediateHttpResponse
from django import forms
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.enums import Language, NotificationDelay
from accounts.models import User
from accounts.names import ADDRESS_LENGTH, NAME_LENGTH
from accounts.selectors import find_user_by_name, same_sign_up
from accounts.zones import UTC, offered_zones, validate_time_zone

PASSWORD_LENGTH = 128
_PASSWORD_HELP = gettext_lazy(
    "At least 8 characters. A few words are easy to remember and hard to guess."
)


class _Plain(forms.Form):
    """Labels instead of placeholders, no second password field, and no field without a bound."""

    labels: dict[str, Any] = {}
    helps: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The password can be seen in the browser's own way, and a wrong one set anew by mail.
        self.fields.pop("password2", None)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = self.helps.get(name, "")
            field.widget.attrs.pop("placeholder", None)
            self._bound(cast(forms.CharField, field))  # there are no others in these forms

    def _bound(self, field: forms.CharField) -> None:
        password = isinstance(field.widget, forms.PasswordInput)
        longest = PASSWORD_LENGTH if password else ADDRESS_LENGTH
        if not field.max_length or field.max_length > longest:
            field.max_length = longest
            field.validators.append(MaxLengthValidator(longest))
            field.widget.attrs["maxlength"] = str(longest)


class SignUpForm(_Plain, allauth_forms.SignupForm):  # type: ignore[misc]  # allauth is untyped
    """Name, address, password."""

    labels = {
        "username": gettext_lazy("Name"),
        "email": gettext_lazy("E-mail address"),
        "password1": gettext_lazy("Password"),
    }
    helps = {
        "username": gettext_lazy("3 to 20 letters, digits, - or _. Other players see it."),
        "email": gettext_lazy("Only for mails about your games and your account."),
        "password1": _PASSWORD_HELP,
    }

    def clean_username(self) -> str:
        """The name if it is free, or if this very sign-up has taken it a moment ago."""
        try:
            name: str = super().clean_username()
        except forms.ValidationError:
            same = self._find_same()
            if same is None:
                raise
            name = same.username
        return name

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Make the account, or return the one that the same sign-up has made a moment ago."""
        # Asked here once more: the other press may have got there between the checks of the name and the address.
        if same := self._find_same():
            return same, None
        if self.account_already_exists:
            self.hash_in_vain()
        try:
            with transaction.atomic():
                made: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return made
        except IntegrityError:
            # Or between the checks and the insert; if not the same sign-up, then somebody else with this name.
            if same := self._find_same():
                return same, None
            messages.error(request, _("Somebody was quicker by a moment. Please try again."))
            raise ImmediateHttpResponse(redirect(request.get_full_path())) from None

    def hash_in_vain(self) -> None:
        """Take as long for an address that has an account as for a new one, or a clock would tell them apart."""
        make_password(self.cleaned_data["password1"])

    def _find_same(self) -> User | None:
        typed = {name: str(self.data.get(self.add_prefix(name), "")) for name in self.labels}
        return same_sign_up(
            username=typed["username"][:NAME_LENGTH],
            email=typed["email"][:ADDRESS_LENGTH],
            password=typed["password1"][:PASSWORD_LENGTH],
        )


class SignInForm(_Plain, allauth_forms.LoginForm):  # type: ignore[misc]
    """Name or address, password."""

    labels = {
        "login": gettext_lazy("Name or e-mail address"),
        "password": gettext_lazy("Password"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"

    def user_credentials(self) -> dict[str, str]:
        """Name or address, whichever it is: no name has an @.

        allauth tries an address as a name too. Then a known address takes the time of two hashes, an unknown one
        the time of one, and anybody with a clock could tell them apart.
        """
        login = self.cleaned_data["login"]
        kind = "email" if "@" in login else "username"
        return {kind: login, "password": self.cleaned_data["password"]}


class ReauthenticateForm(_Plain, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    """The password once more, before something that a borrowed browser must not do."""

    labels = {"password": gettext_lazy("Password")}


class ChangePasswordForm(_Plain, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """The present and the new password."""

    labels = {
        "oldpassword": gettext_lazy("Present password"),
        "password1": gettext_lazy("New password"),
    }
    helps = {"password1": _PASSWORD_HELP}


class AskForResetForm(_Plain, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    """The address to which the link for a new password goes."""

    labels = {"email": gettext_lazy("E-mail address")}


class ResetPasswordForm(_Plain, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """The new password, on the page behind the link."""

    labels = {"password1": gettext_lazy("New password")}
    helps = {"password1": _PASSWORD_HELP}


class ChangeAddressForm(_Plain, allauth_forms.AddEmailForm):  # type: ignore[misc]
    """The new address."""

    labels = {"email": gettext_lazy("New e-mail address")}


def _zone_choices(present: str) -> list[tuple[str, Any]]:
    areas = [
        (area, [(name, name.partition("/")[2].replace("_", " ")) for name in names])
        for area, names in offered_zones()
    ]
    choices: list[tuple[str, Any]] = [("", _("As my browser")), (UTC, UTC), *areas]
    offered = {UTC, ""}.union(*(names for _area, names in offered_zones()))
    # A zone under an old name stays as it is until another is chosen.
    return choices if present in offered else [*choices, (present, present)]


class PreferencesForm(forms.Form):
    """How a person reads the site and how soon it writes to them."""

    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=Language,
        required=False,
        help_text=gettext_lazy("Of the pages and of the mails."),
    )
    # Any zone there is, also one under an old name that a browser reports and the list does not offer.
    time_zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        required=False,
        validators=[validate_time_zone],
        help_text=gettext_lazy(
            "In which deadlines are told. Without a choice mails tell them in UTC."
        ),
    )
    notification_delay = forms.TypedChoiceField(
        label=gettext_lazy("Mail when it is my turn"),
        choices=NotificationDelay,
        coerce=int,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("There is no mail if you have taken your turn by then."),
    )

    confirm_gifts = forms.BooleanField(
        label=gettext_lazy("Ask before my opponent gains a privilege"),
        required=False,
        help_text=gettext_lazy(
            "One more question before three alike, two pearls or replenishing are played."
        ),
    )

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        initial = {
            "confirm_gifts": user.confirm_gifts,
            "language": user.language,
            "time_zone": user.time_zone,
            "notification_delay": user.notification_delay,
        }
        super().__init__(data, initial=initial)
        self.fields["time_zone"].widget = forms.Select(choices=_zone_choices(user.time_zone))


class BlockForm(forms.Form):
    """Whom a person wants to block."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("They aren't told. Games that the two of you have begun go on."),
    )

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        super().__init__(data)
        self._user = user

    def clean_name(self) -> User:
        """The person of that name."""
        found = find_user_by_name(self.cleaned_data["name"])
        if found is None:
            raise forms.ValidationError(_("Nobody here has this name."))
        if found == self._user:
            raise forms.ValidationError(_("You can't block yourself."))
        return found
