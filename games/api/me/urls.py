"""Routes of what is the person's own."""

from django.urls import path

from games.api.me import hours, notices, preferences

urlpatterns = [
    path("me/preferences", preferences.PreferencesApi.as_view()),
    path("me/hours", hours.HoursApi.as_view()),
    path("me/vacation", hours.VacationApi.as_view()),
    path("me/notifications", notices.NoticesApi.as_view()),
    path("me/mail", notices.MailApi.as_view()),
    path("me/mail/stop", notices.MailStopApi.as_view()),
    path("me/mail/tests", notices.MailTestsApi.as_view()),
]
