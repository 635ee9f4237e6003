"""What the account pages do, for clients without a browser: the same forms, mails, rates and texts, but no session."""
