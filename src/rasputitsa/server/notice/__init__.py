"""Notices: that it is one's turn, that somebody wants to play, how a game ended; by mail, to webhooks, to browsers.

Every cause leaves one job in the database, in its own transaction (accounts/post.py, waiting.py). Each server process
takes jobs (queue.py, runner.py) and delivers them (deliver.py).
"""
