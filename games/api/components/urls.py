"""Routes of what the game is made of. The version in the address changes with the contents."""

from django.urls import path

from games.api.components import views
from games.selectors.components import VERSION

urlpatterns = [
    path(f"components/{VERSION}/cards", views.CardsApi.as_view()),
    path(f"components/{VERSION}/royals", views.RoyalsApi.as_view()),
    path(f"components/{VERSION}/board", views.BoardApi.as_view()),
    path(f"components/{VERSION}/rules", views.RulesApi.as_view()),
    path(f"components/{VERSION}/speeds", views.SpeedsApi.as_view()),
]
