"""Forms of the pages about tokens and apps."""

from datetime import datetime, timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.oauth import APP_NAME_LENGTH, register_app
from accounts.scopes import GRANTABLE, Scope
from accounts.tokens import NAME_LENGTH, make_personal_token

_NEVER = ""


class TokenForm(forms.Form):
    """A token for a program of one's own."""

    name = forms.CharField(
        label=_("What is it for?"),
        max_length=NAME_LENGTH,
        help_text=_("Only you read this."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        choices=[(scope.value, scope.label) for scope in GRANTABLE],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.ChoiceField(
        label=_("Valid for"),
        choices=[
            ("7", _("7 days")),
            ("30", _("30 days")),
            ("90", _("90 days")),
            ("365", _("a year")),
            (_NEVER, _("until you take it back")),
        ],
        initial="90",
        required=False,
    )

    def clean_scopes(self) -> frozenset[Scope]:
        """The scopes themselves."""
        return frozenset(Scope(value) for value in self.cleaned_data["scopes"])

    def clean_days(self) -> datetime | None:
        """The instant at which the token ends."""
        days = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=int(days)) if days else None

    def make(self, user: User) -> str | None:
        """The value of the new token; None if there are errors to show."""
        try:
            _token, value = make_personal_token(
                user=user,
                name=self.cleaned_data["name"],
                scopes=self.cleaned_data["scopes"],
                expires_at=self.cleaned_data["days"],
            )
        except ValidationError as error:
            self.add_error(None, error)
            return None
        return value


class AppForm(forms.Form):
    """An app that others may let in."""

    name = forms.CharField(
        label=_("Name"),
        max_length=APP_NAME_LENGTH,
        help_text=_("People read it when the app asks to be let in."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    redirect_uris = forms.CharField(
        label=_("Addresses to return to"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_(
            "One on each line: https://…, com.example.app:/…, or http://127.0.0.1/… for programs on one's own machine."
        ),
    )

    def clean_redirect_uris(self) -> list[str]:
        """The addresses, each once."""
        lines = (line.strip() for line in self.cleaned_data["redirect_uris"].splitlines())
        return list(dict.fromkeys(line for line in lines if line))

    def make(self, owner: User) -> bool:
        """Register the app; False if there are errors to show."""
        try:
            register_app(
                owner=owner,
                name=self.cleaned_data["name"],
                redirects=self.cleaned_data["redirect_uris"],
            )
        except ValidationError as error:
            self.add_error(None, error)
            return False
        return True
