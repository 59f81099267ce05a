"""Who may do what: the one place that decides. Every route and every message of the live socket asks here first.

The table below is the whole of it. What somebody is depends on the game and on the seat that is asked for: a player
asks for his own seat, an opponent is a player who asks for another one, an owner began the game, a spectator may watch
it, a stranger is signed in, nobody is not; `home` is the one person of a table at home. Whoever is several of these may
do what any of them may.

Which seat a computer holds, whose decision it is and how far back one may go are no matters of the gate but of the
table (`table/table.py`), which refuses them to everybody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

import msgspec

from rasputitsa.kernel import RasputitsaError
from rasputitsa.server.persons import Person
from rasputitsa.server.storage.games import GameRow, Missing
from rasputitsa.table import Seats
from rasputitsa.table.seats import OPEN, PUBLIC

Act = Literal[
    "titles", "list", "create", "seed", "see", "look", "ask", "do", "undo", "hurry", "rename",
    "reseat", "unveil", "copy", "delete", "export", "export all", "health", "measure",
    "enter", "account", "people", "report", "lobby", "offer", "invited", "join", "withdraw",
    "watch", "match", "treat", "hear", "talk", "note", "govern",
]  # fmt: skip
Role = Literal["nobody", "stranger", "spectator", "opponent", "player", "owner", "admin", "home"]

TABLE = """
act         token  nobody  stranger  spectator  opponent  player   owner    admin    home
titles      any    yes     yes       yes        yes       yes      yes      yes      yes
list        read   no      yes       yes        yes       yes      yes      yes      yes
create      play   no      yes       yes        yes       yes      yes      yes      yes
seed        never  no      no        no         no        no       no       no       yes
see         read   no      no        yes        yes       yes      yes      yes      yes
look        read   no      no        shown      shown     yes      shown    shown    yes
ask         read   no      no        shown      shown     yes      shown    shown    yes
do          play   no      no        no         no        yes      no       no       yes
undo        play   no      no        no         no        yes      no       no       yes
hurry       play   no      no        no         no        yes      no       no       yes
rename      play   no      no        no         no        no       yes      yes      yes
reseat      play   no      no        no         no        no       waiting  waiting  yes
unveil      play   no      no        no         no        no       waiting  waiting  shown
copy        play   no      no        over       over      over     over     over     shown
delete      play   no      no        no         no        no       idle     yes      yes
export      read   no      no        shown      shown     yes      shown    shown    yes
export all  read   no      no        over       over      over     over     over     shown
health      any    yes     yes       yes        yes       yes      yes      yes      yes
measure     never  no      no        no         no        no       no       yes      yes
enter       never  yes     yes       yes        yes       yes      yes      yes      no
account     never  no      yes       yes        yes       yes      yes      yes      no
people      read   no      yes       yes        yes       yes      yes      yes      no
report      never  no      yes       yes        yes       yes      yes      yes      no
lobby       read   no      yes       yes        yes       yes      yes      yes      no
offer       play   no      yes       yes        yes       yes      yes      yes      no
invited     read   no      no        yes        no        yes      yes      yes      no
join        play   no      no        yes        no        yes      no       no       no
withdraw    play   no      no        no         no        yes      yes      yes      no
watch       read   no      no        yes        yes       yes      yes      yes      yes
match       read   no      no        yes        yes       yes      yes      yes      no
treat       play   no      no        no         no        yes      no       no       no
hear        read   no      no        no         yes       yes      no       no       no
talk        play   no      no        no         yes       yes      no       no       no
note        play   no      no        yes        yes       yes      yes      yes      no
govern      never  no      no        no         no        no       no       yes      no
"""
"""Token: the scope that a program needs, besides being somebody who may. Titles: what can be played, boards, rules.
Seed: choose the seed of the dice. See: name, seats, whose turn it is. Look: a seat's view, log and past. Unveil: seats
or an open view that show more than before. Copy: duplicate, branch. Export: the record as a seat may read it; export
all: the whole of it. Measure: the server's own figures. Enter: sign up, log in and out. Account: one's own.
Lobby: offers and one's games; invited, join, withdraw: an offer, whose maker is its owner, the one it is for its player
(who may decline it), and everybody it is open to a spectator. Watch: look from the seat `public`. Match: terms, clock,
proposals. Treat: resign, draw, take-back, claim, reminder. Hear, talk: the chat. Govern: what those do who run the
server."""

CASES: dict[str, Callable[[GameRow], bool]] = {
    "yes": lambda game: True,
    "no": lambda game: False,
    "shown": lambda game: not hides(game),
    "over": lambda game: game.over or game.seats.replay,
    "waiting": lambda game: stage(game) == "waiting",
    "idle": lambda game: stage(game) != "running",
}
"""What the words of the table mean."""


def _read_table() -> tuple[dict[Act, dict[Role, str]], dict[Act, str]]:
    rows = TABLE.strip().splitlines()
    roles: list[Role] = [role for role in get_args(Role) if role in rows[0].split()]
    found: dict[Act, dict[Role, str]] = {}
    scopes: dict[Act, str] = {}
    for act in get_args(Act):
        (row,) = [line for line in rows if line.startswith(f"{act}  ")]
        scopes[act], *cases = row.removeprefix(act).split()
        found[act] = dict(zip(roles, cases, strict=True))
    return found, scopes


RULES, SCOPES = _read_table()


class Invitation(msgspec.Struct, frozen=True):
    """An offer in the lobby, as far as it matters here. `open`: whoever asks has found a door that is open to him."""

    owner: str
    guest: str = ""
    open: bool = False


Subject = GameRow | Invitation


class SignIn(RasputitsaError):
    """Only for those who have signed in."""


class Forbidden(RasputitsaError):
    """Not for this person."""


def may(person: Person, act: Act, game: Subject | None = None, seat: str = "") -> bool:
    """May the person do that, in that game, from that seat?"""
    act = "watch" if seat == PUBLIC and act in ("look", "export") else act
    if not in_scope(person, act):
        return False
    cases = [RULES[act][role] for role in roles(person, game, seat)]
    if not isinstance(game, GameRow):
        return "yes" in cases
    return any(CASES[case](game) for case in cases)


def check(person: Person, act: Act, game: Subject | None = None, seat: str = "") -> None:
    """Refuse what the person may not do. To those who may not even see a game, there is none."""
    if may(person, act, game, seat):
        return
    if not person.id:
        raise SignIn("Sign in first.")
    if not in_scope(person, act):
        raise Forbidden("This token is not for that.")
    if isinstance(game, GameRow) and not may(person, "see", game):
        raise Missing(f"There is no game {game.id!r}.")
    if isinstance(game, Invitation) and not may(person, "invited", game):
        raise Missing("There is no such offer.")
    raise Forbidden(_why(act, game))


def in_scope(person: Person, act: Act) -> bool:
    """Is a program allowed to do that in the person's name?"""
    return person.scopes is None or SCOPES[act] in ("any", *person.scopes)


def roles(person: Person, game: Subject | None, seat: str) -> set[Role]:
    """What the person is in that game."""
    if person.home:
        return {"home"}
    if not person.id:
        return {"nobody"}
    found: set[Role] = {"admin"} if person.admin else set()
    if isinstance(game, GameRow):
        found |= _parts(person.id, game, seat)
    elif game is not None:
        found |= _invited(person.id, game)
    return found or {"stranger"}


def _parts(id: str, game: GameRow, seat: str) -> set[Role]:
    people, found = game.people, set[Role]()
    if people.owner == id:
        found.add("owner")
    if id in people.seats.values():
        found.add("player" if seat in ("", OPEN) or people.seats.get(seat) == id else "opponent")
    if people.public or id in people.watchers:
        found.add("spectator")
    return found


def _invited(id: str, offer: Invitation) -> set[Role]:
    if offer.owner == id:
        return {"owner"}
    if offer.guest:
        return {"player"} if offer.guest == id else set()
    return {"spectator"} if offer.open else set()


def stage(game: GameRow) -> Literal["waiting", "running", "over"]:
    """A game waits until every chair that is no computer's has its person and it has begun."""
    if game.over or game.seats.replay:
        return "over"
    chairs = {side for side, chair in game.seats.chairs.items() if chair.human}
    return "running" if game.rev > 0 or chairs <= game.people.seats.keys() else "waiting"


def hides(game: GameRow) -> bool:
    """Is anything of it hidden from a seat? Two computers play before everybody's eyes."""
    return game.seats.fogged(game.over)


def unveils(game: GameRow, seats: Seats) -> bool:
    """Would these seats show somebody more of the game than before?"""
    before = game.seats
    taken_over = any(chair.human and not before.chairs[side].human for side, chair in seats.chairs.items())
    opened = seats.open and not before.open
    return opened or taken_over or (before.humans > 0 and not seats.humans)


_REASONS: dict[Act, str] = {
    "unveil": "This game is under way: nobody may see more of it than before until it is over.",
    "reseat": "Seats, options and open view are fixed once a game has begun.",
    "export all": "The whole record is for finished games; while it runs, export what your seat may read.",
    "copy": "A copy of this game would show what is hidden in it: wait until it is over.",
    "delete": "A game under way cannot be thrown away.",
    "seed": "The server chooses the seed of the dice.",
    "treat": "That is for the one whose seat it is.",
    "hear": "The talk at a table is for its two players.",
    "talk": "The talk at a table is for its two players.",
    "govern": "That is for those who run this server.",
}


def _why(act: Act, game: Subject | None) -> str:
    return _REASONS.get(act) or "That is not for you to do here."
