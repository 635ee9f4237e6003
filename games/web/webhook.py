"""The web address that is told: given, tried out and removed."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.errors import ServiceError
from games.services.channels import remove_webhook, save_webhook, try_webhook
from games.web.requests import changes, user_of


@changes("games:notices")
def save(request: HttpRequest) -> HttpResponse:
    """Store the address; one that is none comes back with the reason beside it."""
    url = request.POST.get("url", "")
    try:
        save_webhook(user=user_of(request), url=url)
    except ServiceError as error:
        context = {"webhook_url": url, "webhook_error": error.message}
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return render(request, "games/webhook.html", context, status=status)
    messages.success(request, _("News will be posted to that address."))
    return redirect("games:notices")


@changes("games:notices")
def remove(request: HttpRequest) -> HttpResponse:
    """Post nothing more."""
    if remove_webhook(user=user_of(request)):
        messages.success(request, _("Nothing more is posted."))
    return redirect("games:notices")


@changes("games:notices")
def send_test(request: HttpRequest) -> HttpResponse:
    """Post a test."""
    try:
        try_webhook(user=user_of(request))
    except ServiceError as error:
        messages.error(request, str(error.message))
    else:
        messages.success(request, _("The test was taken. Look whether it has appeared."))
    return redirect("games:notices")
