"""Celery tasks: ids in, one service called. A leaf, so that services may queue them; hence the imports inside."""

from celery import shared_task


@shared_task(name="games.deliver_notification")
def deliver_notification(notification_id: int) -> None:
    """Send one notification if it is still due; what is to be posted is queued by itself."""
    from games.notifications.deliver import send_mail_queue_posts  # noqa: PLC0415  tasks are leaves: services queue them

    send_mail_queue_posts(notification_id)


@shared_task(name="games.post_notification")
def post_notification(notification_id: int) -> None:
    """Post one notification to browsers and to a web address, if it is still due."""
    from games.notifications.deliver import POSTED, deliver  # noqa: PLC0415  as above

    deliver(notification_id, POSTED)


@shared_task(name="games.sweep")
def sweep() -> None:
    """Queue what a dead worker or a broker that was away left behind, and games that are out of time."""
    from games.services.sweep import sweep_all  # noqa: PLC0415  as above

    sweep_all()


@shared_task(name="games.expire_turn")
def expire_turn(game_id: str) -> None:
    """End a game whose turn is overdue."""
    from games.services import time  # noqa: PLC0415  as above

    time.expire_turn(game_id=game_id)


@shared_task(name="games.play_plan")
def play_plan(seat_id: int) -> None:
    """Play what a seat has planned, if that is due."""
    from games.services import planned  # noqa: PLC0415  as above

    planned.play_plan(seat_id)


@shared_task(name="games.expire_invitation")
def expire_invitation(game_id: str) -> None:
    """Call off a game that nobody has joined in time."""
    from games.services import invitations  # noqa: PLC0415  as above

    invitations.expire_invitation(game_id=game_id)


@shared_task(name="games.deliver_invitation")
def deliver_invitation(invitation_id: int) -> None:
    """Send the mail of an invitation by address if it is still due."""
    from games.services.mailed_invitations import deliver  # noqa: PLC0415  as above

    deliver(invitation_id)


@shared_task(name="games.fill_standing_offers")
def fill_standing_offers(user_id: int) -> None:
    """Open what a person's standing offers lack."""
    from games.services import standing_offers  # noqa: PLC0415  as above

    standing_offers.fill_standing_offers(user_id=user_id)


@shared_task(name="games.withdraw_offers")
def withdraw_offers(user_id: int) -> None:
    """Take the offers of somebody who vanished out of the lobby."""
    from games.services import standing_offers  # noqa: PLC0415  as above

    standing_offers.withdraw_offers(user_id=user_id)


@shared_task(name="games.withdraw_leaver")
def withdraw_leaver(user_id: int) -> None:
    """Withdraw what somebody who is leaving has offered, and decline what they are asked."""
    from games.services import leaving  # noqa: PLC0415  as above

    leaving.withdraw(user_id=user_id)


@shared_task(name="games.delete_account")
def delete_account(user_id: int) -> None:
    """Delete an account whose time to return is over."""
    from games.services import leaving  # noqa: PLC0415  as above

    leaving.delete_account(user_id=user_id)


@shared_task(name="games.build_export")
def build_export(user_id: int) -> None:
    """Make the copy of their data that somebody waits for."""
    from games.services import export  # noqa: PLC0415  as above

    export.build(user_id=user_id)


@shared_task(name="games.tell_export")
def tell_export(user_id: int) -> None:
    """Tell somebody that the copy of their data is ready."""
    from games.services import export  # noqa: PLC0415  as above

    export.tell(user_id=user_id)


@shared_task(name="games.prune_submissions")
def prune_submissions() -> None:
    """Forget answers to turns that nobody will ask for again, in as many steps as it takes."""
    from games.services import prune  # noqa: PLC0415  as above

    if prune.prune_submissions():
        prune_submissions.delay_on_commit()


@shared_task(name="games.prune_answers")
def prune_answers() -> None:
    """Forget answers to other requests, in as many steps as it takes."""
    from games.services import prune  # noqa: PLC0415  as above

    if prune.prune_answers():
        prune_answers.delay_on_commit()


@shared_task(name="games.prune_notifications")
def prune_notifications() -> None:
    """Forget old news."""
    from games.services import prune  # noqa: PLC0415  as above

    prune.prune_notifications()


@shared_task(name="computer.play_turn")
def play_computer_turn(game_id: str) -> None:
    """Let the computer play while it is to move."""
    from games.services.computer import play_turn  # noqa: PLC0415  as above

    play_turn(game_id)
