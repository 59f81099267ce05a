/** The guided first turn: short lessons, each done when the player has done it. */

export interface Seen {
  asked: boolean
  /** Something on the map may be clicked. */
  mapHandles: boolean
  cardHandles: boolean
  selected: boolean
  targets: number
  acted: number
  informed: boolean
  undone: boolean
}

export interface Lesson {
  id: string
  title: string
  text: string
  /** Does it make sense now? */
  fits: (seen: Seen) => boolean
  done: (seen: Seen) => boolean
}

export const LESSONS: readonly Lesson[] = [
  {
    id: 'cards',
    title: 'Answer with a card',
    text: 'The line at the top says what is asked of you. It asks for cards now: press a button on one of the cards: “Use”, or one of the ways to spend it.',
    fits: (s) => s.asked && s.cardHandles && !s.mapHandles,
    done: (s) => s.acted > 0,
  },
  {
    id: 'select',
    title: 'Pick a unit',
    text: 'Units with a green stripe may act. Click one, or press N for the next one and Enter to take it.',
    fits: (s) => s.asked && s.mapHandles,
    done: (s) => s.selected,
  },
  {
    id: 'go',
    title: 'Send it somewhere',
    text: 'The green places are within its reach, with the cost. Click one, or drag the unit there.',
    fits: (s) => s.selected && s.targets > 0,
    done: (s) => s.acted > 0,
  },
  {
    id: 'info',
    title: 'Ask about anything',
    text: 'Right-click or press and hold a hex or a unit, or press “Info” and click it: you see all that is known of it.',
    fits: (s) => s.asked,
    done: (s) => s.informed,
  },
  {
    id: 'undo',
    title: 'Take it back',
    text: 'Undo goes back as far as nothing new has been seen: no die, no card. The button says how far.',
    fits: (s) => s.asked && s.acted > 0,
    done: (s) => s.undone,
  },
]

/** The lesson for this moment: the first that is neither done nor out of place. */
export function lesson(seen: Seen, learned: ReadonlySet<string>): Lesson | null {
  return LESSONS.find((l) => !learned.has(l.id) && l.fits(seen)) ?? null
}
