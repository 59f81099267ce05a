"""The encoder: positions of a title as vectors of one length."""

from __future__ import annotations

from rasputitsa.kernel import State, Title
from rasputitsa.kernel.view import Banner
from rasputitsa.research.clicks import Clicks
from rasputitsa.research.features import (
    _WEATHER,
    NOWHERE,
    PLANES,
    TRACKS,
    WEATHERS,
    Floats,
    Layout,
    Page,
    Reader,
    ViewReader,
    cells_of,
    number_in,
)
from rasputitsa.research.quick import reader_of


class Encoder:
    """Turns positions of a title into vectors of one length. It is quickest when it is given one game's positions in
    their order."""

    def __init__(self, title: Title, reader: Reader | None = None) -> None:
        self.title = title
        self.layout = Layout(title)
        self.size = self.layout.size
        self.reader: Reader = reader or reader_of(title, self.layout) or ViewReader(title, self.layout)
        self._pages = {side: Page(self.size) for side in title.sides}
        words, parts = self.layout.words, self.layout.parts
        self._calendar = tuple(parts[name].start for name in ("globals", "tracks", "weather", "phase", "step"))
        self._clicks = parts["clicks"].start
        self._width = len(self.layout.rows)
        self._click_planes = PLANES.index("clickable") * self._width
        self._spots = [NOWHERE] * words.size
        """By click number: the row of a place, or the cell that holds the place of a piece."""
        for number in range(words.count["place"]):
            self._spots[words.first["place"] + number] = number
        for number in range(words.count["piece"]):
            self._spots[words.first["piece"] + number] = parts["pieces"].start + words.count["piece"] + number

    def split(self, vector: Floats) -> dict[str, Floats]:
        """The parts of a vector by name, as views of it."""
        return {name: part.of(vector) for name, part in self.layout.parts.items()}

    def position(self, state: State, side: str) -> Floats:
        """The position as a side sees it, without clicks."""
        return self._turn_to(state, side).vector.copy()

    def encode(self, state: State, side: str, clicks: Clicks | None = None) -> Floats:
        """The position as a side sees it, and what it has clicked and can click in it."""
        page = self._turn_to(state, side)
        return self._with_clicks(page, clicks) if clicks is not None and state.side == side else page.vector.copy()

    def again(self, side: str, clicks: Clicks) -> Floats:
        """The position that was encoded last for this side, after another click."""
        return self._with_clicks(self._pages[side], clicks)

    def _turn_to(self, state: State, side: str) -> Page:
        page = self._pages[side]
        self.reader.read(state, side, page)
        self._write_banner(page, state, side)
        return page

    def _write_banner(self, page: Page, state: State, side: str) -> None:
        """The calendar, if it has changed; who is asked, and what, changes far more often."""
        memory = page.memory
        calendar, asked = self.reader.calendar(state, page), (state.side, state.stack[-1][0] if state.stack else -1)
        if memory.get("calendar") != calendar:
            memory["calendar"] = calendar
            self._write_calendar(page, state.banner(), side)
        elif memory.get("asked") == asked:
            return
        memory["asked"] = asked
        page.cells[self._calendar[0] + 2] = asked[0] == side
        if page.step >= 0:
            page.cells[page.step] = 0
        page.step = self._calendar[4] + asked[1] if asked[1] >= 0 else -1
        if page.step >= 0:
            page.cells[page.step] = 1

    def _write_calendar(self, page: Page, banner: Banner, side: str) -> None:
        cells = page.cells
        at, tracks, weather, phase, _ = self._calendar
        cells[at] = banner.turn / max(1, banner.last_turn)
        cells[at + 1] = banner.last_turn - banner.turn
        cells[at + 3] = banner.active == side
        cells[at + 4] = banner.initiative == side
        for number, track in enumerate(banner.tracks[:TRACKS], tracks):
            value = number_in(track.value)
            cells[number] = value if track.side in ("", side) else -value
        for one in page.ones:
            cells[one] = 0
        page.ones = [weather + _WEATHER.get(banner.weather, len(WEATHERS))]
        if banner.phase in self.layout.phases:
            page.ones.append(phase + self.layout.phases[banner.phase])
        for one in page.ones:
            cells[one] = 1

    def _with_clicks(self, page: Page, clicks: Clicks) -> Floats:
        vector = page.vector.copy()
        cells, at, width, spots = cells_of(vector), self._click_planes, self._width, self._spots
        for number in clicks.options:
            spot = spots[number]
            if spot < width:
                cells[at + spot] = 1
            elif spot < NOWHERE and (row := int(cells[spot])):
                cells[at + width + row - 1] += 1
        worth, start = 1.0, self._clicks
        for number in clicks.made:
            cells[start + number] += worth
            worth /= 2
            spot = spots[number]
            row = spot + 1 if spot < width else int(cells[spot]) if spot < NOWHERE else 0
            if row:
                cells[at + 2 * width + row - 1] = 1
        for number in clicks.targets() if clicks.made else ():
            cells[at + 3 * width + spots[number]] = 1
        return vector
