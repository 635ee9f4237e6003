"""Routes of the streams. They lie apart, below a prefix that splendor/asgi.py sends to Django's asynchronous side."""

from django.urls import path

from games.web import live

app_name = "live"
urlpatterns = [
    path("games/<slug:game_id>/", live.game, name="game"),
    path("me/", live.mine, name="mine"),
]
