"""People in the admin."""

from allauth.account import signals
from allauth.account.decorators import secure_admin_login
from allauth.core import context as allauth_context
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as BaseUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.leaving import close_account
from accounts.models import User

# The site's own sign-in, so that its rate limits hold for the admin too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


class PasswordForm(AdminPasswordChangeForm[User]):
    """Another password, set by an administrator: as often as not because somebody else is in the account."""

    def save(self, commit: bool = True) -> User:
        """Set it, or switch it off; apps, tokens and browsers are signed out as after a lost one."""
        user = super().save(commit=False)
        if commit:
            with transaction.atomic():
                # Nothing else: while it was hashed, the person may have changed the rest.
                user.save(update_fields=["password"])
                request = allauth_context.request
                signals.password_reset.send(sender=User, request=request, user=user)
        return user


@admin.register(User)
class UserAdmin(BaseUserAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Find people, switch accounts off or close them, see preferences; nobody is deleted here, for their games stay."""

    change_password_form = PasswordForm
    list_display = ["username", "email", "is_active", "is_staff", "date_joined", "last_login"]
    search_fields = ["username", "email"]
    ordering = ["-date_joined"]
    fieldsets = [
        (None, {"fields": ["username", "email", "password"]}),
        (
            _("Preferences"),
            {"fields": ["language", "time_zone", "notification_delay", "confirm_gifts"]},
        ),
        (
            _("Night hours"),
            {"fields": ["sleep_start", "sleep_hours", "hours_zone", "hours_changed_at"]},
        ),
        (_("Rights"), {"fields": ["is_active", "is_staff", "is_superuser", "groups"]}),
        (_("Mail"), {"fields": ["mail_stopped_at", "mail_stopped_why"]}),
        (_("Dates"), {"fields": ["date_joined", "last_login", "leaving_at", "left_at"]}),
    ]
    add_fieldsets = [
        (None, {"classes": ["wide"], "fields": ["username", "email", "password1", "password2"]})
    ]
    readonly_fields = [
        "hours_changed_at",
        "mail_stopped_at",
        "mail_stopped_why",
        "date_joined",
        "last_login",
        "leaving_at",
        "left_at",
    ]
    actions = ["close_accounts"]
    filter_horizontal = ["groups"]

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        """Never: close the account instead, which deletes what can be deleted."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Not where an account was deleted: nobody is there any more."""
        left = obj is not None and obj.left_at is not None
        return not left and super().has_change_permission(request, obj)

    @admin.action(description=_("Close and, two weeks later, delete"), permissions=["change"])
    def close_accounts(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """As if these people had left by themselves: they are told, and may come back."""
        closed = sum(close_account(user=user) is not None for user in people)
        text = ngettext("%(number)d account is closed.", "%(number)d accounts are closed.", closed)
        self.message_user(request, text % {"number": closed})
