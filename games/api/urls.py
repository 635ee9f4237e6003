"""Routes below /api/v1/: each part of the API has its own."""

from django.urls import include, path, re_path

from games.api.kit.view import UnknownApi

urlpatterns = [
    path("", include("games.api.bots.urls")),
    path("", include("games.api.accounts.urls")),
    path("", include("games.api.games.urls")),
    path("", include("games.api.components.urls")),
    path("", include("games.api.me.urls")),
    path("", include("games.api.people.urls")),
    path("", include("games.api.turns.urls")),
    path("", include("games.api.between.urls")),
    path("", include("games.api.streams.urls")),
    path("", include("games.api.meeting.urls")),
    re_path("", UnknownApi.as_view()),  # everything else, also with line breaks
]
