"""What somebody who wants to leave is told beforehand, on the page and by apps alike."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.leaving import TIME_TO_RETURN


@dataclass(frozen=True, slots=True)
class LeavingWords:
    """Sentences in the reader's language: what becomes of an account that is closed, and after that many days."""

    days: int
    at_once: list[str]
    later: list[str]
    stays: list[str]


def leaving_words() -> LeavingWords:
    """All of it."""
    return LeavingWords(
        days=TIME_TO_RETURN.days,
        at_once=[
            _("You are signed out on all devices, and the tokens of your programs stop working."),
            _(
                "Your offers, invitations and games that haven't begun are called off, and invitations to you are declined."
            ),
            _(
                "Nobody finds your name or your page any more, and nothing is told to you but two mails about the deletion."
            ),
            _(
                "Running games go on, and so do their clocks: you may lose on time. If you would rather end them now, resign them before."
            ),
        ],
        later=[
            _("Games that still run are resigned."),
            _(
                "Address, password, settings, notes, plans, calendar, devices, tokens, ratings and blocked people are deleted. Of your messages the opponent sees “[gone]”."
            ),
        ],
        stays=[
            _(
                "Your finished games, since they are your opponents' too: the moves, the result, what it did to their rating, and words that you added to a shuffle. In your place stands “Someone who left”."
            ),
            _(
                "Your name, kept from being given to anybody else. Nothing says any more that it was yours."
            ),
            _(
                "If you told us to send no invitations to your address: a key made from it, which nobody can read back."
            ),
        ],
    )
