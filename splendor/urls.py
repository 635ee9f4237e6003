"""Every route of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.urls.resolvers import URLPattern, URLResolver

from accounts.bounces import hook_routes
from splendor.health import healthz
from splendor.metrics import metrics
from splendor.pages import home

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    # Before allauth: some of its pages have our own at the same address.
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("accounts.oauth_urls")),
    path("api/", include("games.api.docs.urls")),
    path("api/v1/", include("games.api.urls")),
    path("", home, name="home"),
    path("events/", include("games.web.live_urls")),
    path("", include("games.urls")),
]
if settings.MAIL_PROVIDER:
    urlpatterns.append(path("mail/", include(hook_routes(settings.MAIL_PROVIDER))))
if settings.MAILBOX:
    urlpatterns.append(path("mailbox/", include("accounts.mailbox_urls")))

handler500 = "splendor.errors.server_error"
handler429 = "accounts.views.too_many_requests"
