"""One specification for each kind of news: when it is still true, what it says, how and when it may be told."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from accounts.models import User
from accounts.readers import as_reader
from games.enums import NoticeCategory, NotificationKind, ReminderPart
from games.models import Notification
from games.notifications import contexts, truths, words
from games.notifications.words import Words

type Truth = Callable[[Notification], bool]
type Context = Callable[[list[Notification], User], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Spec:
    """What the outbox knows of one kind.

    `category` is what a person switches on and off, and gives up with one click. `template` is a folder of
    `templates/emails/`; `context` gives what it needs beside title, address and sentences. `shared`: all rows of one
    person go into one message where the channel can do that. `looking`: it waits while the person looks at that game.
    `patient`: it waits for the end of quiet hours.
    """

    category: NoticeCategory
    still_true: Truth
    words: Callable[[Notification], Words]
    context: Context | None = None
    template: str = "notice"
    shared: bool = False
    looking: bool = False
    patient: Truth = truths.always


def _not_the_last(row: Notification) -> bool:
    return bool(row.data["part"] != ReminderPart.LAST)


def _never(row: Notification) -> bool:
    return False


SPECS: Final[dict[NotificationKind, Spec]] = {
    NotificationKind.YOUR_TURN: Spec(
        NoticeCategory.TURNS,
        truths.my_turn,
        words.your_turn,
        contexts.your_turn,
        "your_turn",
        shared=True,
        looking=True,
    ),
    NotificationKind.REMINDER: Spec(
        NoticeCategory.REMINDERS,
        truths.time_runs_out,
        words.reminder,
        contexts.reminder,
        "reminder",
        looking=True,
        patient=_not_the_last,
    ),
    NotificationKind.DIGEST: Spec(
        NoticeCategory.DIGEST,
        truths.games_wait,
        words.digest,
        contexts.digest,
        "digest",
        patient=_never,  # its hour was chosen
    ),
    NotificationKind.INVITED: Spec(
        NoticeCategory.INVITATIONS, truths.may_accept, words.invited, contexts.invited, "invited"
    ),
    NotificationKind.DECLINED: Spec(NoticeCategory.INVITATIONS, truths.always, words.declined),
    NotificationKind.BEGUN: Spec(NoticeCategory.INVITATIONS, truths.others_turn, words.begun),
    NotificationKind.GAME_OVER: Spec(
        NoticeCategory.RESULTS, truths.always, words.game_over, contexts.game_over, "game_over"
    ),
    NotificationKind.CALLED_OFF: Spec(NoticeCategory.RESULTS, truths.always, words.called_off),
    NotificationKind.TIME_GRANTED: Spec(
        NoticeCategory.REQUESTS, truths.mine_and_same_turn, words.time_granted, looking=True
    ),
    NotificationKind.PAUSE_ASKED: Spec(
        NoticeCategory.REQUESTS, truths.pause_open, words.pause_asked, looking=True
    ),
    NotificationKind.PAUSE_ANSWERED: Spec(
        NoticeCategory.REQUESTS, truths.pause_answered, words.pause_answered, looking=True
    ),
    NotificationKind.TAKE_BACK_ASKED: Spec(
        NoticeCategory.REQUESTS, truths.take_back_open, words.take_back_asked, looking=True
    ),
    NotificationKind.TAKE_BACK_ANSWERED: Spec(
        NoticeCategory.REQUESTS,
        truths.take_back_answered,
        words.take_back_answered,
        looking=True,
    ),
    NotificationKind.VACATION_ENDING: Spec(
        NoticeCategory.REMINDERS, truths.still_away, words.vacation_ending
    ),
    NotificationKind.PLAN_PLAYED: Spec(NoticeCategory.PLANS, truths.always, words.plan_played),
    NotificationKind.PLAN_STOPPED: Spec(
        NoticeCategory.PLANS, truths.mine_and_same_turn, words.plan_stopped, looking=True
    ),
    NotificationKind.MESSAGE: Spec(
        NoticeCategory.MESSAGES, truths.unread, words.message, looking=True
    ),
}


def spec_of(row: Notification) -> Spec:
    """The specification of the row's kind."""
    return SPECS[NotificationKind(row.kind)]


def words_of(row: Notification) -> Words:
    """The row in a few words, as its reader reads them: for channels with little room."""
    with as_reader(row.user):
        return spec_of(row).words(row)


def context_of(rows: list[Notification], user: User) -> dict[str, Any]:
    """What the mail for rows of one kind and one person needs, in the language that is active."""
    spec, short = spec_of(rows[0]), spec_of(rows[0]).words(rows[0])
    found: dict[str, Any] = {
        "title": short.title,
        "url": short.url,
        "label": short.label,
        "said": short.said,
        "category": spec.category.label,
    }
    return found if spec.context is None else {**found, **spec.context(rows, user)}
