"""Routes of the account pages, those of allauth's that are ours included."""

from django.urls import path, re_path

from accounts import bounces, confirmation, leaving_views, token_views, views

app_name = "accounts"
urlpatterns = [
    path("preferences/", views.preferences, name="preferences"),
    path("blocked/", views.blocked, name="blocked"),
    path("blocked/add/", views.block, name="block"),
    path("blocked/remove/", views.unblock, name="unblock"),
    path("accounts/leave/", leaving_views.leave, name="leave"),
    path("accounts/tokens/", token_views.tokens, name="tokens"),
    path("accounts/apps/", token_views.apps, name="apps"),
    path("accounts/mail/resume/", bounces.resume, name="resume_mail"),
    # In front of allauth's pages of the same addresses.
    path("accounts/confirm-email/", confirmation.confirm, name="confirm"),
    re_path(
        r"^accounts/confirm-email/(?P<key>[-:\w]+)/$",
        confirmation.ConfirmAddressView.as_view(),
        name="confirm_address",
    ),
]
