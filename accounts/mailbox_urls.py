"""Routes of the mailbox, included only in the embedded default."""

from django.urls import path

from accounts import mailbox_views

urlpatterns = [
    path("", mailbox_views.mailbox, name="mailbox"),
    path("<slug:key>/", mailbox_views.mail, name="mailbox_mail"),
    path("<slug:key>/html/", mailbox_views.mail_html, name="mailbox_html"),
]
