"""Routes of what only programs want."""

from django.urls import path

from games.api.bots import views

urlpatterns = [
    path("me/signed-webhook", views.SignedWebhookApi.as_view()),
    path("me/signed-webhook/tests", views.SignedWebhookTestsApi.as_view()),
]
