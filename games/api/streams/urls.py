"""Routes of streams: splendor/asgi.py sends what ends like these to Django's asynchronous side."""

from django.urls import path

from games.api.streams import views

urlpatterns = [
    path("games/<slug:game_id>/stream", views.GameStreamApi.as_view()),
    path("me/stream", views.MyStreamApi.as_view()),
]
