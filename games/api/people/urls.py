"""Routes of people."""

from django.urls import path

from games.api.people import games, players, ranking

urlpatterns = [
    path("players", players.PlayersApi.as_view()),
    path("players/<str:name>", players.PlayerApi.as_view()),
    path("players/<str:name>/games", games.PlayerGamesApi.as_view()),
    path("players/<str:name>/ratings", players.PlayerRatingsApi.as_view()),
    path("ranking", ranking.RankingApi.as_view()),
    path("me/ranking", ranking.OwnPlaceApi.as_view()),
]
