"""Browsers that show news: asked for and given up by script, listed and removed without; and the worker's script."""

import json
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.errors import ServiceError
from games.services.channels import add_device, remove_device, resume_device, try_push
from games.web.requests import changes, read_number, user_of

# By a word of the user agent, the first that fits: others pose as these.
_BROWSERS = ("Edg", "OPR", "Firefox", "Chrome", "Safari")
_NAMES = {"Edg": "Edge", "OPR": "Opera"}
TIED = "push"  # in a session: its key, once its browser has said whether it is told
MOST_ID = 2**63
_SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It stands at the root, so that it may open every page, and is asked for anew each time."""
    path = finders.find("js/push-worker.js")
    if not isinstance(path, str):
        raise Http404
    script = Path(path).read_text(encoding="utf-8")
    headers = {"Cache-Control": "no-cache"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@require_POST
@never_cache
def subscribe(request: HttpRequest) -> JsonResponse:
    """Let this browser show news: JSON as PushSubscription.toJSON gives it."""
    return _answer(request, _subscribe)


@require_POST
@never_cache
def unsubscribe(request: HttpRequest) -> JsonResponse:
    """Show nothing more in the browser with this endpoint."""
    return _answer(request, _unsubscribe)


@changes("games:notices")
def remove(request: HttpRequest) -> HttpResponse:
    """Remove a device from the list."""
    if remove_device(user=user_of(request), device_id=read_number(request.POST, "device")):
        messages.success(request, _("That browser is told nothing more."))
    return redirect("games:notices")


@changes("games:notices")
def send_test(request: HttpRequest) -> HttpResponse:
    """Show a test on all devices."""
    try:
        try_push(user=user_of(request))
    except ServiceError as error:
        messages.error(request, str(error.message))
    else:
        messages.success(request, _("A notification is on its way to your browsers."))
    return redirect("games:notices")


def _answer(request: HttpRequest, act: Any) -> JsonResponse:
    if not request.user.is_authenticated:
        return JsonResponse({"message": _("Please sign in again.")}, status=401)
    try:
        return JsonResponse(act(request, _read(request)))
    except ServiceError as error:
        return JsonResponse({"message": str(error.message)}, status=error.status)


def _read(request: HttpRequest) -> dict[str, Any]:
    try:
        body = json.loads(request.body)
    except ValueError:
        body = None
    if not isinstance(body, dict) or not isinstance(body.get("endpoint"), str):
        raise _malformed()
    return body


def _malformed() -> ServiceError:
    return ServiceError("malformed_form", 400, _("This page is out of order. Load it again."))


def is_tied(session: SessionBase) -> bool:
    """True once a browser has said in this very session that it is told, or that it is not."""
    return bool(session.get(TIED) == session.session_key)


def _subscribe(request: HttpRequest, body: dict[str, Any]) -> dict[str, int | None]:
    """Add the browser, or, with `resume`, tie it to this session if it was added in an older one."""
    keys = body.get("keys")
    if not isinstance(keys, dict) or not all(
        isinstance(keys.get(k), str) for k in ("p256dh", "auth")
    ):
        raise _malformed()
    resumed = body.get("resume")
    if not (resumed is None or (type(resumed) is int and 0 <= resumed < MOST_ID)):
        raise _malformed()
    told: dict[str, Any] = {
        "user": user_of(request),
        "endpoint": body["endpoint"],
        "p256dh": keys["p256dh"],
        "auth": keys["auth"],
        "session": request.session.session_key or "",
    }
    name = device_name(request.headers.get("User-Agent", ""))
    device = (
        add_device(**told, name=name)
        if resumed is None
        else resume_device(**told, device_id=resumed)
    )
    request.session[TIED] = request.session.session_key
    return {"device": device.pk if device else None}


def _unsubscribe(request: HttpRequest, body: dict[str, Any]) -> dict[str, Any]:
    remove_device(user=user_of(request), endpoint=body["endpoint"])
    return {}


def device_name(agent: str) -> str:
    """How a list calls a browser, from what it says of itself: "Firefox, Linux"."""
    browser = next((word for word in _BROWSERS if f"{word}/" in agent), "")
    system = next((word for word in _SYSTEMS if word in agent), "")
    return ", ".join(word for word in (_NAMES.get(browser, browser), system) if word)
