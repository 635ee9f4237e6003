"""Routes below /api/: the documentation and the schema."""

from django.urls import path

from games.api.docs import views

app_name = "api"
urlpatterns = [
    path("docs/", views.index, name="docs"),
    path("docs/shapes/", views.shape_list, name="shapes"),
    path("docs/problems/", views.problems, name="problems"),
    path("docs/notation.md", views.written, {"name": "notation"}, name="notation"),
    path("docs/chance.md", views.written, {"name": "chance"}, name="chance"),
    path("docs/<slug:tag>/", views.part, name="part"),
    path("v1/openapi.json", views.openapi, name="openapi"),
]
