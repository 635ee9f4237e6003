"""Routes of games."""

from django.urls import path

from games.api.games import views

urlpatterns = [
    path("games", views.MyGamesApi.as_view()),
    path("games/<slug:game_id>", views.GameApi.as_view()),
    path("games/<slug:game_id>/events", views.EventsApi.as_view()),
]
