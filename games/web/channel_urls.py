"""Routes of browsers and of the web address that are told, within those of the pages."""

from django.urls import path

from games.web import push, webhook

urlpatterns = [
    path("push-worker.js", push.worker, name="push_worker"),
    path("push/subscribe/", push.subscribe, name="push_subscribe"),
    path("push/unsubscribe/", push.unsubscribe, name="push_unsubscribe"),
    path("push/remove/", push.remove, name="push_remove"),
    path("push/test/", push.send_test, name="push_test"),
    path("webhook/", webhook.save, name="webhook"),
    path("webhook/remove/", webhook.remove, name="webhook_remove"),
    path("webhook/test/", webhook.send_test, name="webhook_test"),
]
