"""Plans as pure functions: a redacted view goes in, and nothing else is known. No database, no clock, no dice that count."""
