"""Routes of finding a game."""

from django.urls import path

from games.api.meeting import answering, making, mine, preparing, standing

urlpatterns = [
    path("me/turns", mine.MyTurnsApi.as_view()),
    path("me/limits", mine.MyLimitsApi.as_view()),
    path("me/invitations", mine.MyInvitationsApi.as_view()),
    path("me/preparations", mine.MyPreparationsApi.as_view()),
    path("me/missed", mine.MyMissedApi.as_view()),
    path("me/standing-offers", standing.StandingOffersApi.as_view()),
    path("me/standing-offers/<int:standing_id>", standing.StandingOfferApi.as_view()),
    path("offers", making.OffersApi.as_view()),
    path("challenges", making.ChallengesApi.as_view()),
    path("invitations", making.InvitationsApi.as_view()),
    path("computer-games", making.ComputerGamesApi.as_view()),
    path("invitations/<slug:token>", answering.InvitationApi.as_view()),
    path("invitations/<slug:token>/accept", answering.AcceptApi.as_view()),
    path("invitations/<slug:token>/decline", answering.DeclineApi.as_view()),
    path("games/<slug:game_id>/preparation", preparing.PreparationApi.as_view()),
    path("games/<slug:game_id>/entropy", preparing.EntropyApi.as_view()),
    path("games/<slug:game_id>/deal", preparing.DealApi.as_view()),
    path("games/<slug:game_id>/rematch", preparing.RematchApi.as_view()),
]
