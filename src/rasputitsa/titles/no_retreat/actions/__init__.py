"""The actions of No Retreat!: what a record says, a class per deed. What they do stands with the questions they
answer."""
