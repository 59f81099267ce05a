"""Games between two people, begun and brought to where a test needs them."""

from __future__ import annotations

from typing import Any

from rasputitsa.server.storage.online import guesses

from ...server.online.people import Club, Somebody

SHORT = {"no-retreat": "citadel", "stalins-war": "blau", "kiev41": "preludes"}
"""A short scenario of each title."""

PLAY = """async ([game, seat, seed, most]) => {
    const address = new URL(`api/games/${game}/live?seat=${seat}`, document.baseURI)
    address.protocol = address.protocol.replace('http', 'ws')
    const socket = new WebSocket(address)
    let number = 0, rev = -1, x = seed, count = 0
    const waiting = new Map()
    const opened = new Promise((done, fail) => {
        socket.onclose = (event) => fail(new Error(`closed: ${event.code} ${event.reason}`))
        socket.onmessage = ({ data }) => {
            const message = JSON.parse(data)
            if ('rev' in message) rev = message.rev
            if (message.type === 'view') done()
            waiting.get(message.id)?.(message)
        }
    })
    await opened
    const ask = (request) => new Promise((done) => {
        number += 1
        waiting.set(number, done)
        socket.send(JSON.stringify({ id: number, ...request }))
    })
    const roll = (sides) => {
        x = (x * 1103515245 + 12345) % 2147483648
        return Math.floor((x / 2147483648) * sides)
    }
    while (count < most) {
        const { type, choices } = await ask({ op: 'choices' })
        if (type === 'refused' || choices.length === 0) break
        const done = await ask({ op: 'do', rev, do: choices[roll(choices.length)].do })
        if (done.type === 'refused' && done.error.code !== 'stale') throw new Error(done.error.text)
        count += 1
    }
    socket.close()
    return [count, x]
}"""
"""Plays for one side, on a socket of the page's own, until the other side is to decide or enough was done."""


def offered(owner: Somebody, **wishes: Any) -> dict[str, Any]:
    """An offer of a short game, the owner on the side that moves first unless he wants another."""
    title = wishes.pop("title", "no-retreat")
    known = {"title": title, "scenario": SHORT[title], "side": "axis", **wishes}
    return dict(owner.ok("POST", "/lobby/offers", 201, **known))


def begun(owner: Somebody, guest: Somebody, **wishes: Any) -> str:
    """A game of two people."""
    offer = offered(owner, **wishes)
    return str(guest.ok("POST", f"/lobby/offers/{offer['id']}/join", 201)["id"])


def member(club: Club, name: str) -> Somebody:
    """Somebody new; that many sign up from one address, as nowhere else, is forgotten."""
    club.run(guesses.delete())
    return club.member(name)


def two(club: Club, one: str, other: str) -> tuple[Somebody, Somebody]:
    return member(club, one), member(club, other)


def to_move(person: Somebody, game: str) -> str:
    return str(person.ok("GET", f"/games/{game}")["to_move"])


def first_choice(person: Somebody, game: str, seat: str) -> str:
    """What the side may do first of all."""
    found = person.ok("GET", f"/games/{game}/choices", seat=seat)["choices"]
    return str(found[0]["do"])


def act(person: Somebody, game: str, seat: str) -> None:
    """One action of a side, the first there is."""
    answer = person.do(game, first_choice(person, game, seat), seat)
    assert answer.status_code == 200, answer.text


def until_turn_of(game: str, players: dict[str, Somebody], side: str, most: int = 400) -> None:
    """Both act until that side is to decide."""
    for _ in range(most):
        now = to_move(players["axis"], game)
        if now == side:
            return
        act(players[now], game, now)
    raise AssertionError(f"it never became the turn of {side}")
