"""Routes of what is the person's own."""

from django.urls import path

from games.api.me import blocks, calendar, devices, hours, notices, preferences, recent

urlpatterns = [
    path("me/preferences", preferences.PreferencesApi.as_view()),
    path("me/hours", hours.HoursApi.as_view()),
    path("me/vacation", hours.VacationApi.as_view()),
    path("me/notifications", notices.NoticesApi.as_view()),
    path("me/notices", recent.NoticeListApi.as_view()),
    path("me/mail", notices.MailApi.as_view()),
    path("me/mail/stop", notices.MailStopApi.as_view()),
    path("me/mail/tests", notices.MailTestsApi.as_view()),
    path("me/devices", devices.DevicesApi.as_view()),
    path("me/devices/<int:device_id>", devices.DeviceApi.as_view()),
    path("me/devices/<int:device_id>/tests", devices.DeviceTestsApi.as_view()),
    path("me/webhook", devices.WebhookApi.as_view()),
    path("me/webhook/tests", devices.WebhookTestsApi.as_view()),
    path("me/calendar", calendar.CalendarApi.as_view()),
    path("me/blocks", blocks.BlocksApi.as_view()),
    path("me/blocks/<str:name>", blocks.BlockApi.as_view()),
]
