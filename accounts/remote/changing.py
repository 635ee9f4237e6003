"""Another password or another address, for who has signed in."""

from allauth.account import signals
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.flows.manage_email import sync_user_email_address
from allauth.account.models import EmailAddress
from django.db import transaction
from django.http import HttpRequest

from accounts.forms import ChangeAddressForm, ChangePasswordForm
from accounts.models import User
from accounts.remote.common import check_password, checked, limit, pageless


def change_password(request: HttpRequest, *, user: User, present: str, password: str) -> None:
    """Set another password. Everything is signed out but the app that asks (`accounts.token_endings`).

    Asked again after it was done, it is done. Raises AccountRefusal, ValidationError by field.
    """
    limit(request, "change_password", user=user)
    form = ChangePasswordForm(user, {"oldpassword": present, "password1": password})
    if "oldpassword" in form.errors and user.check_password(password):
        return
    checked(form, {"oldpassword": "present", "password1": "password"})
    with transaction.atomic():
        form.save()
        signals.password_changed.send(sender=User, request=request, user=user)
    with pageless(request):
        get_adapter().send_notification_mail("account/email/password_changed", user)


def change_address(request: HttpRequest, *, user: User, address: str, password: str) -> None:
    """Send a mail to another address, which becomes the account's when the key in it comes back.

    Asked again, the mail is sent again, at most once a minute; with the present address, the change is called off.
    Raises AccountRefusal, ValidationError by field.
    """
    limit(request, "manage_email", user=user)
    check_password(request, user, password)
    sync_user_email_address(user)
    wanted, pending = address.lower(), EmailAddress.objects.get_new(user)
    present = present_address(user)
    if present is not None and wanted == present.email:
        if pending is not None:
            pending.remove()
        return
    with pageless(request, "mail_failed"):
        if pending is not None and wanted == pending.email:
            send_verification_email_to_address(request, pending)
            return
        form = ChangeAddressForm(user, {"email": address})
        checked(form, {"email": "address"})
        row = form.save(request)
        signals.email_added.send(sender=EmailAddress, request=request, user=user, email_address=row)


def present_address(user: User) -> EmailAddress | None:
    """The address to which mails go; None if none was confirmed yet."""
    found: EmailAddress | None = EmailAddress.objects.get_verified(user)
    return found


def pending_address(user: User) -> EmailAddress | None:
    """The address that waits to be confirmed."""
    found: EmailAddress | None = EmailAddress.objects.get_new(user)
    return found
