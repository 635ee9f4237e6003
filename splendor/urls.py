"""Every route of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.urls.resolvers import URLPattern, URLResolver

from splendor.health import healthz
from splendor.pages import home

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    # Before allauth: some of its pages have our own at the same address.
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("_allauth/", include("allauth.headless.urls")),
    path("api/v1/", include("games.api.urls")),
    path("", home, name="home"),
    path("events/", include("games.web.live_urls")),
    path("", include("games.urls")),
]
if settings.MAILBOX:
    urlpatterns.append(path("mailbox/", include("accounts.mailbox_urls")))

handler429 = "accounts.views.too_many_requests"
