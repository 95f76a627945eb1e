"""The core of the bounded evaluator: its dispatch, its choice of branches, its arguments."""
