"""What happens to accounts, for those above who must follow: accounts doesn't know who they are."""

from django.dispatch import Signal

# An account has just been closed, to be deleted later; sent in that transaction. Argument: user.
account_closing = Signal()

# What apps were given by OAuth has just been taken back, from one or all; sent in that transaction. Argument: user.
apps_ended = Signal()

# A new password was set in place of a lost one, and all tokens have ended. Argument: user.
password_lost = Signal()
