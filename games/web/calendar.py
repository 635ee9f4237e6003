"""A person's deadlines as a calendar that other programs subscribe to, and the page with its address."""

import hashlib
from datetime import timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import http_date, quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from icalendar import Alarm, Calendar, Event

from accounts.models import User
from accounts.readers import as_reader
from games.selectors.calendar import Deadline, address_of, deadlines_of, feed_of, owner_of
from games.services.calendar import renew_feed, stop_feed
from games.web.requests import user_of

SHOWN_FOR: Final = timedelta(minutes=30)  # the length of an entry, which ends at the deadline
ALARMS: Final = (timedelta(hours=12), timedelta(hours=2))  # before the deadline
REFRESH: Final = timedelta(hours=1)
REMEMBERED: Final = 30 * 24 * 3600  # seconds for which we know since when a feed reads as it does


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def calendar(request: HttpRequest) -> HttpResponse:
    """The address of one's calendar, with the ways to get another and to give it up."""
    user = user_of(request)
    if request.method == "POST":
        if request.POST.get("do") == "stop":
            stop_feed(user=user)
            messages.success(request, _("The old address of your calendar leads nowhere now."))
        else:
            renew_feed(user=user, shown=request.POST.get("shown", ""))
        return redirect("games:calendar")
    feed = feed_of(user)
    context = {"token": feed.token if feed else ""}
    if feed is not None:
        link = address_of(feed)
        context |= {"link": link, "subscribe": "webcal:" + link.partition(":")[2]}
    return render(request, "games/calendar.html", context)


@require_safe
def calendar_feed(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar of whoever has this token; nobody signs in here, programs ask by themselves."""
    owner = owner_of(token)
    if owner is None:
        raise Http404
    body = calendar_text(owner)
    etag = quote_etag(hashlib.sha256(body).hexdigest()[:32])
    since = _unchanged_since(token, etag)
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Content-Disposition"] = 'inline; filename="loupe.ics"'
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["ETag"] = etag
    response.headers["Last-Modified"] = http_date(since)
    found = get_conditional_response(request, etag=etag, last_modified=since, response=response)
    return found or response


def _unchanged_since(token: str, etag: str) -> int:
    """Since when the calendar reads like this, in seconds since 1970: as long as we have seen it do so."""
    key = f"calendar:{hashlib.sha256(token.encode()).hexdigest()}"
    known = cache.get(key)
    if known is None or known[0] != etag:
        known = (etag, int(timezone.now().timestamp()))
        cache.set(key, known, REMEMBERED)
    return int(known[1])


def calendar_text(user: User) -> bytes:
    """The calendar by RFC 5545, in the person's language; all times are in UTC."""
    with as_reader(user):
        book = Calendar()
        book.add("prodid", "-//Loupe//Deadlines//EN")
        book.add("version", "2.0")
        book.add("method", "PUBLISH")
        book.add("x-wr-calname", _("Splendor Duel: my turns"))
        book.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
        book.add("x-published-ttl", "PT1H")
        for deadline in deadlines_of(user):
            book.add_component(_event(deadline))
        return bytes(book.to_ical())


def _event(deadline: Deadline) -> Event:
    """An entry that ends at the deadline. A game keeps its entry, which moves on with each turn."""
    link = settings.SITE_URL + reverse("games:game", args=[deadline.game_id])
    said = {"name": deadline.opponent, "turn": deadline.turn}
    event = Event()
    event.add("uid", f"{deadline.game_id}@{urlsplit(settings.SITE_URL).hostname}")
    event.add("sequence", deadline.changes)
    event.add("dtstamp", deadline.since)
    event.add("dtstart", deadline.until - SHOWN_FOR)
    event.add("dtend", deadline.until)
    event.add("summary", _("Your turn against %(name)s ends") % said)
    event.add("description", _("Turn %(turn)d of your game against %(name)s.") % said + f"\n{link}")
    event.add("url", link)
    event.add("transp", "TRANSPARENT")  # a deadline keeps nobody busy
    for before in ALARMS:
        event.add_component(_alarm(before, str(event["summary"])))
    return event


def _alarm(before: timedelta, text: str) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", text)
    alarm.add("trigger", SHOWN_FOR - before)  # counted from the beginning of the entry
    return alarm
