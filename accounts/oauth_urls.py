"""Routes of OAuth 2, under the names by which allauth knows them: those of its parts that are in use here."""

from django.urls import include, path

from accounts import oauth_views

_oidc = [
    path("identity/o/authorize", oauth_views.consent, name="authorization"),
    path("identity/o/api/token", oauth_views.fetch, name="token"),
    path("identity/o/api/revoke", oauth_views.give_back, name="revoke"),
]
app_name = "idp"
urlpatterns = [
    path("", include((_oidc, "oidc"))),
    path(
        ".well-known/oauth-authorization-server",
        oauth_views.metadata,
        name="metadata",
    ),
]
