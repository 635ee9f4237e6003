"""The file in which somebody takes their data away."""
