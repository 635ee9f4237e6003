"""Accounts: signing up and in, sessions, tokens, apps, and what belongs to the account itself."""
