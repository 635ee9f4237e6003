"""Routes of turns."""

from django.urls import path

from games.api.turns import views

urlpatterns = [
    path("games/<slug:game_id>/legal-actions", views.LegalActionsApi.as_view()),
    path("games/<slug:game_id>/preview", views.PreviewApi.as_view()),
    path("games/<slug:game_id>/actions", views.ActionsApi.as_view()),
    path("games/<slug:game_id>/resignation", views.ResignationApi.as_view()),
]
