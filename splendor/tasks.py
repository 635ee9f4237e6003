"""Housekeeping of the project itself."""

from celery import shared_task
from django.core.management import call_command


@shared_task(name="splendor.clear_sessions")
def clear_sessions() -> None:
    """Delete the sessions that have run out: nobody can come back to them."""
    call_command("clearsessions")
