"""What the commands do; cli.py holds how they are called. One module per subject, imported when its command runs."""
