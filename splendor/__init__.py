"""The project package: settings, routes, servers. Importing it makes the Celery app known to shared tasks."""

from splendor.celery import app as celery_app

__all__ = ["celery_app"]
