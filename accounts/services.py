"""Changes to accounts."""

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, User
from accounts.selectors import is_unconfirmed


def save_preferences(
    *,
    user: User,
    language: str,
    time_zone: str,
    notification_delay: int,
    confirm_gifts: bool = True,
) -> User:
    """Store how the person reads the site and how soon it writes to them.

    Raises ValidationError if a value is none of those offered.
    """
    user.language, user.time_zone, user.notification_delay = language, time_zone, notification_delay
    user.confirm_gifts = confirm_gifts
    fields = ["language", "time_zone", "notification_delay", "confirm_gifts"]
    user.clean_fields(exclude={field.name for field in User._meta.fields} - set(fields))
    user.save(update_fields=fields)
    return user


def remember_zone(*, user: User, name: str) -> None:
    """Keep the first zone that the browser of somebody names who chose none: their nights and weekends need one, also
    while they are away."""
    if not name or user.time_zone or user.hours_zone:
        return
    User.objects.filter(pk=user.pk, hours_zone="").update(hours_zone=name)
    user.hours_zone = name


def discard_sign_up(*, user: User) -> bool:
    """Delete a sign-up that was never finished, and free its name; any other account is left alone.

    Says whether it was deleted.
    """
    with transaction.atomic():
        # Locked, because the address may be confirmed in this very moment.
        locked = User.objects.select_for_update().filter(pk=user.pk).first()
        if locked is None or not is_unconfirmed(locked):
            return False
        locked.used_names.all().delete()
        locked.delete()
        return True


def release_address(*, address: EmailAddress) -> bool:
    """Take an address away from unfinished sign-ups of others: who can read its mail has just confirmed it.

    Says whether nobody else has the address now.
    """
    rivals = User.objects.filter(email__iexact=address.email).exclude(pk=address.user_id)
    unfinished = [rival for rival in rivals if is_unconfirmed(rival)]
    for rival in unfinished:
        EmailAddress.objects.filter(user=rival, email=address.email).delete()
        rival.email = ""
        rival.save(update_fields=["email"])
    return len(unfinished) == len(rivals)


def block_user(*, user: User, blocked: User) -> Block:
    """Keep two people apart from now on; doing so again changes nothing. The other isn't told.

    Raises ValidationError for oneself.
    """
    if user == blocked:
        raise ValidationError(_("You can't block yourself."))
    row, _made = Block.objects.get_or_create(
        user=user, blocked=blocked, defaults={"created_at": timezone.now()}
    )
    return row


def unblock_user(*, user: User, blocked: User) -> None:
    """Take one's own block back; the other's, if there is one, stays."""
    Block.objects.filter(user=user, blocked=blocked).delete()
