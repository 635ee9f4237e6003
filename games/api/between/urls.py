"""Routes of what happens between turns."""

from django.urls import path

from games.api.between import plan, talk, wishes

urlpatterns = [
    path("games/<slug:game_id>/between", wishes.BetweenApi.as_view()),
    path("games/<slug:game_id>/take-back/<int:last>", wishes.TakeBackApi.as_view()),
    path("games/<slug:game_id>/take-back/<int:last>/answer", wishes.TakeBackAnswerApi.as_view()),
    path("games/<slug:game_id>/pause-wish/<int:number>", wishes.PauseWishApi.as_view()),
    path("games/<slug:game_id>/pause/<int:number>", wishes.PauseApi.as_view()),
    path("games/<slug:game_id>/time", wishes.TimeGrantApi.as_view()),
    path("games/<slug:game_id>/messages", talk.MessagesApi.as_view()),
    path("games/<slug:game_id>/talk", talk.TalkApi.as_view()),
    path("games/<slug:game_id>/talk/read", talk.ReadApi.as_view()),
    path("games/<slug:game_id>/talk/muted", talk.MutedApi.as_view()),
    path("games/<slug:game_id>/note", talk.NoteApi.as_view()),
    path("games/<slug:game_id>/looking", talk.LookingApi.as_view()),
    path("games/<slug:game_id>/plan", plan.PlanApi.as_view()),
    path("games/<slug:game_id>/plan/preview", plan.PlanPreviewApi.as_view()),
]
