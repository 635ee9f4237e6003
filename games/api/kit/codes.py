"""Every code with which the API refuses: its status and what it means to whoever writes a client."""

from dataclasses import dataclass
from typing import Final

from engine import Refusal
from games.refusals import SENTENCES


@dataclass(frozen=True, slots=True)
class Problem:
    """A reason to refuse. `meaning` is for developers; people are told in the answer's `detail`."""

    status: int
    meaning: str


PROBLEMS: Final[dict[str, Problem]] = {
    # The request
    "parse_error": Problem(
        400,
        "The body is no JSON in UTF-8, is nested too deeply, or holds half of a sign (a lone surrogate).",
    ),
    "invalid": Problem(400, "`extra.fields` says, field by field, what is wrong."),
    "bad_cursor": Problem(404, "The cursor is none that this list gave out."),
    "key_missing": Problem(400, "The operation wants the header `Idempotency-Key`."),
    "malformed_action": Problem(400, "An action, a version or the idempotency key makes no sense."),
    "not_authenticated": Problem(401, "A token is wanted and none was sent."),
    "authentication_failed": Problem(401, "The token is unknown, has ended or was taken back."),
    "permission_denied": Problem(403, "This is nobody's of your kind to do."),
    "missing_scope": Problem(403, "The token lacks the scope in `extra.needs`."),
    "not_found": Problem(404, "There is no such thing, or none that you may know of."),
    "method_not_allowed": Problem(405, "The address knows other methods; see the header `Allow`."),
    "payload_too_large": Problem(413, "The body is larger than any honest request."),
    "unsupported_media_type": Problem(415, "The body must be `application/json`."),
    "key_reused": Problem(422, "The idempotency key came before, with another request."),
    "throttled": Problem(429, "Too many requests; the header `Retry-After` says when to go on."),
    "server_error": Problem(
        500, "Something broke that nobody expected, at any operation; it is logged. Try later."
    ),
    # Streams
    "too_many_streams": Problem(
        429, "You hold as many streams open as you may; close one, or wait as `Retry-After` says."
    ),
    "too_many_downloads": Problem(
        429, "A download of yours is under way, or too many are; wait as `Retry-After` says."
    ),
    # Games
    "no_position": Problem(
        404,
        "The game is there, but has no position after that event: it had none yet, or has none so late.",
    ),
    "not_seated": Problem(403, "You watch this game and don't play it."),
    "not_over": Problem(409, "This is possible once the game is over."),
    "not_active": Problem(409, "The game has not begun, or is over."),
    "not_your_turn": Problem(409, "The other seat is to move."),
    "stale_version": Problem(
        409, "The game has moved on; `extra` has its version and the events since."
    ),
    # People and their choices
    "unknown_time_zone": Problem(422, "The time zone is none of the IANA table."),
    "hours_too_soon": Problem(409, "Night hours were changed less than a week ago."),
    "zone_wanted": Problem(409, "Night hours need a time zone: choose one in the preferences."),
    "on_vacation": Problem(409, "There is another vacation; end it first."),
    "bad_start": Problem(422, "A vacation begins now or later, within a year."),
    "bad_end": Problem(422, "A vacation ends after it begins."),
    "no_vacation_left": Problem(409, "Less than twelve hours of vacation are left."),
    "vacation_too_long": Problem(409, "The vacation is longer than what is left."),
    "quiet_hours": Problem(422, "Quiet hours of your own need a start and an end."),
    "too_many_tests": Problem(429, "Tests need a pause; see the header `Retry-After`."),
    "refused": Problem(409, "The other side takes no such message; `detail` says why."),
    "unreached": Problem(409, "The other side doesn't answer at the moment; try later."),
    "no_push": Problem(409, "This site sends no messages to push services."),
    "bad_subscription": Problem(422, "Endpoint or keys are none that a push service gave."),
    "no_webhook": Problem(404, "No web address was given."),
    "bad_url": Problem(422, "This is no address that the site would post to."),
    "no_calendar": Problem(404, "The calendar has no address."),
    "self_block": Problem(422, "Nobody can block themselves."),
    # Between turns
    "rated": Problem(409, "In a rated game no turn is taken back."),
    "no_way_back": Problem(
        409, "That turn revealed something, was followed by the opponent's, or is no turn of yours."
    ),
    "take_back_fallen": Problem(409, "Nobody asks for that turn back, or no longer."),
    "no_clock": Problem(409, "The game has no clock."),
    "own_turn": Problem(409, "It is your turn; this is for whoever waits."),
    "pause_changed": Problem(
        409, "Something was asked or answered about a pause since `pause_number`: look again."
    ),
    "time_enough": Problem(409, "The opponent has more than 59 days left already."),
    "nobody_to_agree": Problem(409, "The opponent is the computer, or their account is gone."),
    # Talk
    "empty_message": Problem(422, "There is nothing in the message but blanks."),
    "too_long": Problem(422, "The text is longer than the schema allows."),
    "bad_text": Problem(422, "There is a character in the text that can't be shown."),
    "nobody_reads": Problem(409, "The opponent is the computer, or their account is gone."),
    "blocked": Problem(403, "The two players can't write to each other."),
    "too_many_messages": Problem(
        429, "Too many messages within a few minutes; `Retry-After` says when to go on."
    ),
    "note_changed": Problem(409, "Another device has changed the note since `revision`."),
    # Plans
    "stale_plan": Problem(409, "The plan has changed since `revision`: get it again."),
    "plan_full": Problem(422, "The plan has more entries than a plan may have."),
    "too_many_conditions": Problem(422, "An entry has more conditions than it may have."),
    "bad_condition": Problem(422, "A condition makes no sense; `detail` says why."),
    "gift_not_confirmed": Problem(
        422, "The turn gives the opponent a privilege: ask, then send it with `confirmed_gift`."
    ),
    "plan_too_long": Problem(422, "The turn is over before its last action."),
    "plan_unfinished": Problem(422, "The turn isn't complete."),
    "plan_crosses": Problem(
        422, "The turn goes on after a revelation, which `past_revelation` must allow."
    ),
    # Finding a game
    "bad_gate": Problem(422, "The lowest rating is above the highest."),
    "rated_without_clock": Problem(422, "A game without a clock can't be rated."),
    "rated_computer": Problem(422, "Games against the site's computer can't be rated."),
    "unknown_name": Problem(422, "Nobody who could be invited has this name."),
    "own_name": Problem(422, "It is your own name."),
    "bad_address": Problem(422, "No mail can go to this address."),
    "bad_entropy": Problem(422, "Randomness of your own is at most 64 visible characters."),
    "bad_reason": Problem(422, "The note has characters that can't be seen."),
    "invited_before": Problem(409, "An invitation of yours to this address is open."),
    "too_many_mails": Problem(429, "Ten invitations by mail within 24 hours; see `Retry-After`."),
    "asked_too_often": Problem(
        429, "This person was asked in vain five times within 24 hours; see `Retry-After`."
    ),
    "too_many_games": Problem(409, "You have as many games as you may have at once."),
    "too_many_kinds": Problem(409, "You have as many standing offers as you may have."),
    "not_open_to_you": Problem(409, "This person or this offer is not open to you."),
    "rating_too_low": Problem(409, "The offer is for higher ratings than yours."),
    "people_only": Problem(409, "The offer is for people, and you are a bot."),
    "bots_only": Problem(409, "The offer is for bots, and you are none."),
    "rating_too_high": Problem(409, "The offer is for lower ratings than yours."),
    "reliability_unknown": Problem(
        409, "The offer is for people of whom more is known: you have taken too few turns."
    ),
    "reliability_too_low": Problem(
        409, "The offer is for people who take more of their turns in time."
    ),
    "own_invitation": Problem(409, "It is your own invitation."),
    "invitation_closed": Problem(
        409, "Somebody has accepted or declined the invitation, or it was called off."
    ),
    "invitation_expired": Problem(409, "Nobody accepted the invitation in time."),
    "not_preparing": Problem(409, "The game has begun or was called off."),
    "seat_free": Problem(409, "The other seat is still free."),
    "opponent_gone": Problem(409, "The opponent's account is gone."),
    # Accounts
    "wrong_password": Problem(401, "Name or address and password do not belong together."),
    "not_your_password": Problem(403, "The password that this needs is not the account's."),
    "address_unconfirmed": Problem(403, "The account's address was never confirmed."),
    "account_inactive": Problem(403, "The account is switched off."),
    "unknown_key": Problem(404, "The key from the mail is none, too old, or was used."),
    "address_taken": Problem(409, "Somebody else has confirmed the address meanwhile."),
    "has_played": Problem(409, "The account has begun a game as a person."),
    "no_file": Problem(409, "No copy of your data is ready to be fetched."),
    "too_many_attempts": Problem(
        429, "Too many wrong passwords; the header `Retry-After` says when to try again."
    ),
    "export_too_soon": Problem(429, "One copy of your data a day; see the header `Retry-After`."),
    "mail_failed": Problem(409, "The mail could not be sent. Try again in a few minutes."),
    "unacceptable": Problem(
        422, "`extra.fields` says, field by field, what accounts, tokens or apps can't have."
    ),
    # The rules
    **{
        code.value: Problem(422, str(SENTENCES[code]))
        for code in Refusal
        if code != Refusal.NOT_YOUR_TURN
    },
}

RULES: Final = tuple(code.value for code in Refusal if code != Refusal.NOT_YOUR_TURN)
CHOICES: Final = [(code, code) for code in sorted(PROBLEMS)]
