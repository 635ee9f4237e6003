"""Where news go beside mail: browsers that ask for them and one web address, added, tried out and removed."""

from collections.abc import Collection
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric import ec
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import AccessToken, User
from accounts.oauth import apps_let_in
from games.enums import Channel, NoticeCategory
from games.errors import ServiceError
from games.models import PushDevice, Webhook
from games.models.channels import ENDPOINT_LENGTH, URL_LENGTH
from games.notifications.channels import push, signed, webhook
from games.notifications.channels.base import Refused
from games.notifications.channels.outside import read_url
from games.notifications.channels.vapid import decode, public_key
from games.selectors.channels import webhook_of
from games.services.notices import set_channel

MOST_DEVICES: Final = 10  # for each person; the oldest gives way
TEST_PAUSE: Final = (
    10  # seconds between two tests of a person: nobody's server is hammered through us
)
_SECRET_BYTES: Final = 16
_UNREACHED = _("Nothing could be sent just now. Please try again in a few minutes.")


def add_device(
    *,
    user: User,
    endpoint: str,
    p256dh: str,
    auth: str,
    name: str,
    session: str = "",
    token: AccessToken | None = None,
    app: str = "",
) -> PushDevice:
    """Let a browser or an app show news; added again, or by somebody else who uses it now, it is the same one.

    `p256dh` and `auth` are its keys in base64url. The session of a browser, the token of an app or what was granted to
    `app`, the id of one of others, must live for anything to be shown. Raises ServiceError for an endpoint or keys that are none.
    """
    _check_device(endpoint, p256dh, auth)
    fields = {
        "user": user,
        "p256dh": p256dh,
        "auth": auth,
        "name": name[:60],
        "session": session,
        "token": token,
        "app": app,
    }
    with transaction.atomic():
        device, _created = PushDevice.objects.update_or_create(
            endpoint=endpoint, defaults={**fields, "created_at": timezone.now()}
        )
        newest = PushDevice.objects.filter(user=user).order_by("-created_at", "-pk")
        kept = list(newest.values_list("pk", flat=True)[:MOST_DEVICES])
        PushDevice.objects.filter(user=user).exclude(pk__in=kept).delete()
    return device


def resume_device(
    *, user: User, device_id: int, endpoint: str, p256dh: str, auth: str, session: str
) -> PushDevice | None:
    """Tell a browser in a new session that was told in an older one of the same person; None if it is not on the list.

    `device_id` is what it was told by, 0 if it doesn't know: then its endpoint says. Raises ServiceError for an
    endpoint or keys that are none.
    """
    _check_device(endpoint, p256dh, auth)
    with transaction.atomic():
        devices = PushDevice.objects.select_for_update()
        same = devices.filter(endpoint=endpoint).first()
        known = devices.filter(user=user, pk=device_id).first() if device_id else same
        if known is None or any(one and one.user_id != user.pk for one in (same, known)):
            return None
        if same is not None and same != known:
            same.delete()
        known.endpoint, known.p256dh, known.auth = endpoint, p256dh, auth
        known.session, known.token, known.app = session, None, ""
        known.save()
        return known


def _check_device(endpoint: str, p256dh: str, auth: str) -> None:
    if not public_key():
        raise ServiceError("no_push", 409, _("This site sends no notifications to browsers."))
    _check_endpoint(endpoint)
    _check_keys(p256dh, auth)


def remove_device(*, user: User, endpoint: str = "", device_id: int | None = None) -> bool:
    """Show nothing more on one of the person's devices, named by endpoint or by id; whether there was one."""
    devices = PushDevice.objects.filter(user=user)
    if device_id is not None:
        devices = devices.filter(pk=device_id)
    else:
        devices = devices.filter(endpoint=endpoint)
    return devices.delete()[0] > 0


def try_push(*, user: User) -> None:
    """Show a notification on all of the person's devices. Raises ServiceError if none could be reached."""
    _try_push(user, None)


def try_device(*, user: User, device_id: int) -> None:
    """Show a notification on one of the person's devices. Raises ServiceError if there is none or it isn't reached."""
    if not PushDevice.objects.filter(user=user, pk=device_id).exists():
        raise no_device()
    _try_push(user, device_id)


def _try_push(user: User, device_id: int | None) -> None:
    _not_too_often(user)
    try:
        push.send_test(user, device_id)
    except Refused as error:
        raise ServiceError("refused", 409, str(error)) from error
    except OSError as error:
        raise ServiceError("unreached", 409, _UNREACHED) from error


def no_device() -> ServiceError:
    """The person has no such device."""
    return ServiceError("not_found", 404, _("This is none of your devices."))


def save_webhook(
    *, user: User, url: str, token: AccessToken | None = None, app: str = ""
) -> Webhook:
    """Post news in words to this address from now on, instead of any other. Raises ServiceError for one that is none.

    It ends with the token, or with what was granted to `app`, that gave it; one that a page gave stays. Whether it leads
    anywhere is seen when something is posted.
    """
    return _save_webhook(user, url, secret="", token=token, app=app)


def save_signed_webhook(
    *,
    user: User,
    url: str,
    kinds: Collection[NoticeCategory],
    token: AccessToken | None,
    app: str,
) -> Webhook:
    """Post news of these kinds to a program at this address from now on, instead of any other, signed with a secret that
    is new each time: whose answer was lost asks again. It ends as that of `save_webhook`. Raises ServiceError for an
    address that is none."""
    with transaction.atomic():
        hook = _save_webhook(user, url, secret=signed.new_secret(), token=token, app=app)
        set_channel(user=user, channel=Channel.WEBHOOK, categories=kinds)
    return hook


def _save_webhook(user: User, url: str, **given: Any) -> Webhook:
    url = url.strip()
    _check_url(url)
    fields = {"url": url, "refusals": 0, "off_since": None, "last_error": "", **given}
    return Webhook.objects.update_or_create(user=user, defaults=fields)[0]


def remove_webhook(*, user: User) -> bool:
    """Post nothing more; whether there was an address."""
    return Webhook.objects.filter(user=user).delete()[0] > 0


def remove_signed_webhook(*, user: User) -> bool:
    """Tell no program any more; whether one was told."""
    return Webhook.objects.filter(user=user).exclude(secret="").delete()[0] > 0


def forget_sent_away(*, user: User) -> None:
    """Tell nothing more where apps wanted to be told that this person has sent away."""
    gone = [table.objects.filter(user=user).exclude(app="") for table in (PushDevice, Webhook)]
    asked = {app for rows in gone for app in rows.values_list("app", flat=True)}
    kept = apps_let_in(user, asked) if asked else set()
    for rows in gone:
        rows.exclude(app__in=kept).delete()


def try_webhook(*, user: User) -> None:
    """Post a test, also to an address that was switched off, which goes on if it takes it. Raises ServiceError."""
    _try_webhook(user, webhook_of(user))


def try_signed_webhook(*, user: User) -> None:
    """The same for the address of a program. Raises ServiceError."""
    hook = webhook_of(user)
    _try_webhook(user, hook if hook is not None and hook.secret else None)


def _try_webhook(user: User, hook: Webhook | None) -> None:
    if hook is None:
        raise no_webhook()
    _not_too_often(user)
    try:
        webhook.send_test(hook)
    except Refused as error:
        raise ServiceError("refused", 409, str(error)) from error
    except OSError as error:
        raise ServiceError("unreached", 409, _UNREACHED) from error
    Webhook.objects.filter(pk=hook.pk).update(refusals=0, off_since=None, last_error="")


def no_webhook() -> ServiceError:
    """The person has given no web address."""
    return ServiceError("no_webhook", 404, _("You have given no address yet."))


def _not_too_often(user: User) -> None:
    if not cache.add(f"test-channel:{user.pk}", True, TEST_PAUSE):
        raise ServiceError(
            "too_many_tests",
            429,
            _("Please wait ten seconds before the next test."),
            extra={"retry_after": TEST_PAUSE},
        )


def _check_endpoint(endpoint: str) -> None:
    if len(endpoint) > ENDPOINT_LENGTH:
        raise _bad_subscription(_("The browser named no push service."))
    try:
        read_url(endpoint)
    except Refused as error:
        raise _bad_subscription(str(error)) from error


def _check_keys(p256dh: str, auth: str) -> None:
    """A key that is none would fail each time something is to be sent."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(p256dh))
        right = len(decode(auth)) == _SECRET_BYTES
    except ValueError:
        right = False
    if not right:
        raise _bad_subscription(_("The browser's keys are out of order."))


def _check_url(url: str) -> None:
    if len(url) > URL_LENGTH:
        raise _bad_url(_("This address is too long."))
    try:
        read_url(url)
    except Refused as error:
        raise _bad_url(str(error)) from error


def _bad_subscription(message: str | Promise) -> ServiceError:
    return ServiceError("bad_subscription", 422, message)


def _bad_url(message: str | Promise) -> ServiceError:
    return ServiceError("bad_url", 422, message)
