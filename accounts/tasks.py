"""Celery tasks about accounts: ids in, one service called. A leaf, so that services may queue them."""

from celery import shared_task


@shared_task(name="accounts.tell_leaver")
def tell_leaver(user_id: int) -> None:
    """Write to somebody who is about to leave if a mail about it is due."""
    from accounts.leaving_mails import tell_leaver  # noqa: PLC0415  tasks are leaves: services queue them

    tell_leaver(user_id=user_id)
