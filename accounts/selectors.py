"""Questions about people."""

from collections.abc import Collection
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Block, UsedName, User
from accounts.names import is_name, is_part_of_name, name_key

# How long a second, equal sign-up counts as the same one: as long as somebody might press the button again.
_SAME_SIGN_UP = timedelta(minutes=10)


def find_user_by_name(name: str) -> User | None:
    """The person of that name, in any case and with blanks around it, who can be invited.

    None for an unknown name, an account that is switched off or about to be deleted, and a sign-up whose address was never confirmed:
    no mail may go to an address that is perhaps somebody else's.
    """
    wanted = name.strip()
    if not is_name(wanted):
        return None
    return _people().filter(username__iexact=wanted).first()


def people_named(beginning: str, most: int) -> list[User]:
    """People who can be invited and whose name begins so, in any case, by name; the first `most`. One query."""
    wanted = name_key(beginning.strip())
    if not is_part_of_name(wanted):
        return []
    # The used names have an index for this; a past name finds nobody.
    named = UsedName.objects.filter(name__startswith=wanted, user__isnull=False)
    people = _people().filter(pk__in=named.values("user"), username__istartswith=wanted)
    return list(people.order_by("username")[:most])


def _people() -> QuerySet[User]:
    """Accounts that are somebody's: neither switched off nor about to be deleted, nor signed up with an address that was
    never confirmed."""
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    return User.objects.filter(is_active=True, leaving_at__isnull=True).exclude(
        Exists(addresses), ~Exists(addresses.filter(verified=True))
    )


def name_was_used(name: str) -> bool:
    """Whether the name, in any case, is or once was somebody's."""
    return UsedName.objects.filter(name=name_key(name)).exists()


def same_sign_up(*, username: str, email: str, password: str) -> User | None:
    """The account that an equal sign-up has made a moment ago and nobody has used yet.

    A second press of the button must lead where the first one does.
    """
    if not is_name(username.strip()) or "\0" in email:
        return None
    user = User.objects.filter(
        username__iexact=username.strip(),
        email__iexact=email.strip(),
        date_joined__gt=timezone.now() - _SAME_SIGN_UP,
    ).first()
    return user if user and is_unconfirmed(user) and user.check_password(password) else None


def is_unconfirmed(user: User) -> bool:
    """Whether the account is a sign-up that was never finished: no confirmed address and never signed in."""
    if user.last_login is not None:
        return False
    return not EmailAddress.objects.filter(user=user, verified=True).exists()


def is_blocked_between(a: User, b: User) -> bool:
    """Whether either of two people has blocked the other."""
    return Block.objects.filter(Q(user=a, blocked=b) | Q(user=b, blocked=a)).exists()


def kept_apart(user: User, others: Collection[int]) -> set[int]:
    """The ids of those of these people who have blocked this person or were blocked by them. One query."""
    rows = Block.objects.filter(
        Q(user=user, blocked__in=others) | Q(user__in=others, blocked=user)
    ).values_list("user_id", "blocked_id")
    return {theirs for pair in rows for theirs in pair} - {user.pk}


def has_blocked(user: User, other: User) -> bool:
    """Whether this person has blocked the other, the only direction that they may know of."""
    return Block.objects.filter(user=user, blocked=other).exists()


def find_block(user: User, name: str) -> Block | None:
    """This person's block of somebody of that name, in any case; None if there is none. One query."""
    if not is_name(name):
        return None
    mine = Block.objects.select_related("blocked")
    return mine.filter(user=user, blocked__username__iexact=name).first()


def blocks_of(user: User) -> QuerySet[Block]:
    """Whom this person has blocked, the newest first."""
    return Block.objects.filter(user=user).select_related("blocked").order_by("-created_at", "-pk")
