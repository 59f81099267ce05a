/** Colours of pieces and battles, as board/drawing has them. Sides differ in shape too (see shapes.ts). */

export interface Paint {
  body: string
  edge: string
  ink: string
  /** Inside of the unit frame. */
  frame: string
}

const paint = (body: string, edge: string, ink: string, frame: string): Paint => ({ body, edge, ink, frame })

const NATIONS: Record<string, Paint> = {
  german: paint('#b4bbb3', '#4d565f', '#1d211e', '#dfe3dc'),
  ss: paint('#34373a', '#0e0f10', '#f2f2ef', '#d7d9da'),
  rumanian: paint('#dcc466', '#6b5a1c', '#2a240e', '#f6ebbd'),
  hungarian: paint('#9dbb86', '#47612f', '#1b2714', '#dbe8cf'),
  italian: paint('#83b3a5', '#2f5c4f', '#12261f', '#d3e6df'),
  finnish: paint('#d5e1ec', '#4d6b85', '#17304f', '#f7fafc'),
  slovak: paint('#b7aed0', '#54497a', '#221b36', '#e6e1f1'),
  soviet: paint('#cfa77e', '#5b3d1c', '#2c190c', '#f0dfca'),
  'soviet-red': paint('#c65844', '#5c140c', '#2b0a05', '#f3cdc2'),
  polish: paint('#d995a0', '#6b3640', '#3a0d16', '#f6dfe3'),
  yugoslav: paint('#8fa9cf', '#34507c', '#101f38', '#dbe5f3'),
}

const SIDES: Record<string, Paint> = { axis: NATIONS.german!, soviet: NATIONS.soviet! }

export function paintOf(nation: string | undefined, owner: string): Paint {
  return (nation ? NATIONS[nation] : undefined) ?? SIDES[owner] ?? NATIONS.german!
}

/** The full colour of a side: blocks, flags, backs. */
export const STRONG: Record<string, string> = { axis: '#4d565f', soviet: '#b23429' }

const BANDS: Record<string, string> = {
  red: '#c0392b',
  blue: '#2f6fb0',
  green: '#3f8f4f',
  yellow: '#e0b92a',
  orange: '#dd7f26',
  white: '#f5f3ec',
  black: '#222222',
  brown: '#7a5230',
  purple: '#7a4a8f',
  grey: '#8a8f94',
  pink: '#d98aa0',
}

/** The stripe of an army or front. */
export const bandColour = (band: string): string => BANDS[band] ?? band

/** Black or white, whichever reads better on a colour. */
export function inkOn(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((i) => (Number.parseInt(colour.slice(i, i + 2), 16) / 255) ** 2.2)
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.19 ? '#14120e' : '#ffffff'
}

/** One halo colour per battle; the number is written beside it. */
const BATTLES = ['#c0392b', '#2f6fb0', '#3f8f4f', '#dd7f26', '#7a4a8f', '#0f8b8d', '#b0892a', '#a13670']

export const battleColour = (n: number): string => BATTLES[(n - 1 + BATTLES.length) % BATTLES.length]!
