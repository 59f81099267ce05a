"""Games between people: how they find each other, agree, end a game, talk, and are rated."""
