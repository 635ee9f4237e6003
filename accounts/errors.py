"""What can go wrong here that callers must be able to tell apart."""


class MailRefused(ValueError):
    """The mail can't be sent to this person, now or later: trying again is no use."""
