"""What I am told, through which channel, and when."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.enums import NotificationDelay
from games.errors import ServiceError
from games.notifications.wishes import settings_of
from games.services.notices import save_notices, try_mail
from games.web.notices_form import NoticesForm
from games.web.requests import changes, user_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def notices(request: HttpRequest) -> HttpResponse:
    """Show and change the choices about news."""
    user = user_of(request)
    form = NoticesForm(
        request.POST if request.method == "POST" else None, settings=settings_of(user)
    )
    if form.is_valid():
        save_notices(user=user, wishes=form.wishes)
        messages.success(request, _("Your choices are saved."))
        return redirect("games:notices")
    context = {"form": form, "delay": NotificationDelay(user.notification_delay).label}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "games/notices.html", context, status=status)


@changes("games:notices")
def send_test(request: HttpRequest) -> HttpResponse:
    """Send me a test mail."""
    try:
        try_mail(user=user_of(request))
    except ServiceError as error:
        messages.error(request, str(error.message))
    else:
        messages.success(request, _("A mail is on its way to you."))
    return redirect("games:notices")
