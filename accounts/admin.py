"""People in the admin."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as BaseUserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User

# The site's own sign-in, so that its rate limits hold for the admin too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class UserAdmin(BaseUserAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Find people, switch accounts off, see preferences; nobody is deleted here, for their games stay."""

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
        (_("Dates"), {"fields": ["date_joined", "last_login"]}),
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
    ]
    filter_horizontal = ["groups"]

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        """Never: switch the account off instead."""
        return False
