"""Routes of games."""

from django.urls import path

from games.api.games import export_views, past_views, views

urlpatterns = [
    path("games", views.MyGamesApi.as_view()),
    path("games/<slug:game_id>", views.GameApi.as_view()),
    path("games/<slug:game_id>/events", views.EventsApi.as_view()),
    path("games/<slug:game_id>/story", past_views.StoryApi.as_view()),
    path("games/<slug:game_id>/table", past_views.TableApi.as_view()),
    path("games/<slug:game_id>/positions/<int:number>", past_views.PositionApi.as_view()),
    path("games/<slug:game_id>/replay", past_views.ReplayApi.as_view()),
    path("games/<slug:game_id>/shuffle", past_views.ShuffleApi.as_view()),
    path("me/games/export", export_views.ExportApi.as_view()),
]
