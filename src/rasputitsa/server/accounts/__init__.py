"""People with accounts: who they are, how they sign in, what they choose to show."""
