"""Routes below /api/v1/."""

from django.urls import path

from games.api import views

urlpatterns = [
    path("games", views.MyGamesApi.as_view(), name="api-games"),
    path("games/<slug:game_id>", views.GameApi.as_view(), name="api-game"),
    path(
        "games/<slug:game_id>/legal-actions",
        views.LegalActionsApi.as_view(),
        name="api-legal-actions",
    ),
    path("games/<slug:game_id>/actions", views.ActionsApi.as_view(), name="api-actions"),
    path("games/<slug:game_id>/events", views.EventsApi.as_view(), name="api-events"),
    path("<path:unknown>", views.UnknownApi.as_view(), name="api-unknown"),
]
