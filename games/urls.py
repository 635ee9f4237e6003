"""Routes of the pages."""

from django.urls import path

from games.web import (
    invitations,
    lobby,
    notices,
    offers,
    people,
    plans,
    play,
    replay,
    shuffle,
    unsubscribe,
)

app_name = "games"
urlpatterns = [
    path("games/", lobby.mine, name="mine"),
    path("games/new/", lobby.new, name="new"),
    path("lobby/", offers.lobby, name="lobby"),
    path("lobby/standing/", offers.standing, name="standing"),
    path("lobby/standing/<int:standing_id>/", offers.change_standing, name="change_standing"),
    path("notifications/", notices.notices, name="notices"),
    path("unsubscribe/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
    path("players/", people.players, name="players"),
    path("players/<str:name>/", people.player, name="player"),
    path("join/<slug:token>/", invitations.invitation, name="invitation"),
    path("join/<slug:token>/accept/", invitations.accept, name="accept"),
    path("join/<slug:token>/decline/", invitations.decline, name="decline"),
    path("games/<slug:game_id>/", play.game, name="game"),
    path("games/<slug:game_id>/version/", play.version, name="version"),
    path("games/<slug:game_id>/actions/", play.act, name="act"),
    path("games/<slug:game_id>/resign/", play.resign, name="resign"),
    path("games/<slug:game_id>/log/", play.log, name="log"),
    path("games/<slug:game_id>/at/", replay.present, name="present"),
    path("games/<slug:game_id>/at/<int:number>/", replay.at, name="at"),
    path("games/<slug:game_id>/deal/", lobby.deal_cards, name="deal"),
    path("games/<slug:game_id>/entropy/", lobby.entropy, name="entropy"),
    path("games/<slug:game_id>/cancel/", lobby.cancel, name="cancel"),
    path("games/<slug:game_id>/rematch/", lobby.rematch_game, name="rematch"),
    path("games/<slug:game_id>/plan/", plans.plan, name="plan"),
    path("games/<slug:game_id>/plan/choose/", plans.choose, name="plan_choose"),
    path("games/<slug:game_id>/plan/change/", plans.change, name="plan_change"),
    path("games/<slug:game_id>/shuffle/", shuffle.page, name="shuffle"),
]
