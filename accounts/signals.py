"""What happens to accounts, for those above who must follow: accounts doesn't know who they are."""

from django.dispatch import Signal

# An account has just been closed, to be deleted later; sent in that transaction. Argument: user.
account_closing = Signal()
