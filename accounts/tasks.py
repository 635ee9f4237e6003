"""Celery tasks about accounts: ids in, one service called. A leaf, so that services may queue them."""

from celery import shared_task
from django.utils import timezone


@shared_task(name="accounts.tell_leaver")
def tell_leaver(user_id: int) -> None:
    """Write to somebody who is about to leave if a mail about it is due."""
    from accounts.leaving_mails import tell_leaver  # noqa: PLC0415  tasks are leaves: services queue them

    tell_leaver(user_id=user_id)


@shared_task(name="accounts.drop_expired_tokens")
def drop_expired_tokens() -> None:
    """Delete tokens that have ended, in as many steps as it takes: they open nothing any more."""
    from accounts import tokens  # noqa: PLC0415  as above

    if tokens.drop_expired_tokens(now=timezone.now()):
        drop_expired_tokens.delay_on_commit()
