"""Routes of accounts."""

from django.urls import path

from games.api.accounts import apps, entering, exports, me, sessions, tokens

urlpatterns = [
    path("accounts", entering.AccountsApi.as_view()),
    path("accounts/confirmations", entering.ConfirmationsApi.as_view()),
    path("accounts/confirmation-mails", entering.ConfirmationMailsApi.as_view()),
    path("password-resets", entering.ResetsApi.as_view()),
    path("password-resets/<slug:key>", entering.ResetApi.as_view()),
    path("sessions", sessions.SessionsApi.as_view()),
    path("sessions/current", sessions.CurrentSessionApi.as_view()),
    path("sessions/<int:session_id>", sessions.SessionApi.as_view()),
    path("tokens", tokens.TokensApi.as_view()),
    path("tokens/<int:token_id>", tokens.TokenApi.as_view()),
    path("apps", apps.GuestsApi.as_view()),
    path("apps/<slug:app_id>", apps.GuestApi.as_view()),
    path("me", me.MeApi.as_view()),
    path("me/password", me.PasswordApi.as_view()),
    path("me/address", me.AddressApi.as_view()),
    path("me/closing", me.ClosingApi.as_view()),
    path("me/bot", me.BotApi.as_view()),
    path("me/apps", apps.MadeApi.as_view()),
    path("me/apps/<slug:app_id>", apps.MadeOneApi.as_view()),
    path("me/exports", exports.ExportApi.as_view()),
    path("me/exports/file", exports.ExportFileApi.as_view()),
]
