"""The lists of a person's copy besides their games: what each is called, its columns, and what reads its rows."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.selectors import export_person, export_talk
from games.selectors.export_talk import Row


@dataclass(frozen=True, slots=True)
class Topic:
    """One list of the copy: its name in the JSON, its title, its columns in order, and what reads its rows."""

    name: str
    title: str | Promise
    columns: dict[str, str | Promise] = field(repr=False)
    read: Callable[[User], list[Row]] = field(repr=False)


TOPICS: Final = (
    Topic(
        "account",
        _("Account"),
        {
            "name": _("Name"),
            "names": _("All names so far"),
            "email": _("E-mail"),
            "joined": _("Signed up"),
            "last_sign_in": _("Last sign-in"),
            "mail_stopped": _("No mail since"),
            "no_invitations": _("No invitations by e-mail"),
        },
        export_person.account,
    ),
    Topic(
        "preferences",
        _("Preferences"),
        {
            "language": _("Language"),
            "time_zone": _("Time zone"),
            "mail_after": _("Minutes until a mail"),
            "confirm_gifts": _("Ask before gifts"),
            "night_begins": _("Night begins"),
            "night_hours": _("Hours of night"),
            "night_zone": _("Zone of the night"),
            "night_changed": _("Night changed"),
        },
        export_person.preferences,
    ),
    Topic(
        "addresses",
        _("Addresses"),
        {"email": _("E-mail"), "verified": _("Confirmed"), "primary": _("In use")},
        export_person.addresses,
    ),
    Topic(
        "sessions",
        _("Sessions"),
        {"signed_in": _("Signed in"), "until": _("Until")},
        export_person.sessions,
    ),
    Topic(
        "tokens",
        _("Tokens of programs"),
        {
            "name": _("Name"),
            "kind": _("Kind"),
            "scopes": _("Rights"),
            "created_at": _("Made"),
            "used_at": _("Last used"),
            "expires_at": _("Until"),
        },
        export_person.tokens,
    ),
    Topic(
        "own_apps",
        _("Apps that you registered"),
        {"name": _("Name"), "created_at": _("Made")},
        export_person.own_apps,
    ),
    Topic(
        "app_rights",
        _("Apps that act for you"),
        {
            "name": _("Name"),
            "kind": _("Kind"),
            "scopes": _("Rights"),
            "created_at": _("Made"),
            "expires_at": _("Until"),
        },
        export_person.app_rights,
    ),
    Topic(
        "devices",
        _("Browsers that are told"),
        {"name": _("Name"), "service": _("Push service"), "created_at": _("Since")},
        export_person.devices,
    ),
    Topic(
        "webhook",
        _("Web address that is told"),
        {"host": _("Host"), "off_since": _("Off since")},
        export_person.webhook,
    ),
    Topic("calendar", _("Calendar"), {"created_at": _("Since")}, export_person.calendar),
    Topic(
        "blocks",
        _("Blocked people"),
        {"name": _("Name"), "since": _("Since")},
        export_person.blocks,
    ),
    Topic(
        "vacations",
        _("Vacations"),
        {"starts_at": _("From"), "ends_at": _("Until")},
        export_person.vacations,
    ),
    Topic(
        "notice_settings",
        _("What you want to be told"),
        {
            "channels": _("Channels"),
            "quiet": _("Quiet"),
            "quiet_from": _("From"),
            "quiet_until": _("Until"),
            "remind_half": _("Reminder at half"),
            "remind_most": _("Reminder at four fifths"),
            "remind_last": _("Last reminder"),
            "digest": _("Digest"),
            "digest_hour": _("Hour of the digest"),
        },
        export_person.notice_settings,
    ),
    Topic(
        "notices",
        _("What you were told"),
        {
            "kind": _("Kind"),
            "game": _("Game"),
            "created_at": _("When"),
            "channel": _("Channel"),
            "state": _("State"),
            "sent_at": _("Sent"),
        },
        export_person.notices,
    ),
    Topic(
        "ratings",
        _("Ratings"),
        {
            "pool": _("Against"),
            "value": _("Rating"),
            "deviation": _("Deviation"),
            "volatility": _("Volatility"),
            "games": _("Games"),
            "played_at": _("Last game"),
        },
        export_person.ratings,
    ),
    Topic(
        "rating_history",
        _("Course of the rating"),
        {
            "game": _("Game"),
            "pool": _("Against"),
            "before": _("Before"),
            "deviation_before": _("Deviation before"),
            "after": _("After"),
            "deviation_after": _("Deviation after"),
            "at": _("When"),
        },
        export_person.rating_history,
    ),
    Topic(
        "offers",
        _("Offers and invitations"),
        {
            "game": _("Game"),
            "mine": _("Yours"),
            "audience": _("For"),
            "invitee": _("Invited"),
            "email": _("Invited address"),
            "status": _("Status"),
            "created_at": _("Made"),
            "expires_at": _("Open until"),
            "closed_at": _("Closed"),
            "reason": _("Reason"),
        },
        export_talk.offers,
    ),
    Topic(
        "standing_offers",
        _("Standing offers"),
        {
            "count": _("Games"),
            "paused": _("Paused"),
            "created_at": _("Made"),
            "speed": _("Speed"),
            "open_memory": _("Open memory"),
            "stand_off": _("Stand-off"),
            "rated": _("Rated"),
            "weekends_off": _("Weekends off"),
            "vacations": _("Vacations"),
            "min_rating": _("Lowest rating"),
            "max_rating": _("Highest rating"),
            "min_reliability": _("Lowest reliability"),
            "bots": _("For bots"),
        },
        export_person.standing_offers,
    ),
    Topic(
        "take_backs",
        _("Turns asked back"),
        {
            "game": _("Game"),
            "status": _("Status"),
            "asked_at": _("Asked"),
            "answered_at": _("Answered"),
        },
        export_person.take_backs,
    ),
    Topic(
        "messages",
        _("Messages"),
        {"game": _("Game"), "mine": _("Yours"), "text": _("Text"), "created_at": _("When")},
        export_talk.messages,
    ),
    Topic(
        "notes",
        _("Notes"),
        {"game": _("Game"), "text": _("Text"), "saved_at": _("Kept")},
        export_talk.notes,
    ),
    Topic(
        "plans",
        _("Plans"),
        {"game": _("Game"), "entries": _("Turns"), "played": _("Turns played as planned")},
        export_talk.plans,
    ),
)


def topics_of(user: User) -> Iterator[tuple[Topic, list[Row]]]:
    """Every topic with its rows, one after the other, so that only one is in memory."""
    for topic in TOPICS:
        yield topic, topic.read(user)
