/** Colours of pieces and battles, from the file that board/drawing reads too. Sides differ in shape too (see shapes.ts). */
import colours from '../../../src/rasputitsa/board/drawing/colours.json'

export type Paint = typeof colours.nations.german

const NATIONS: Record<string, Paint> = colours.nations
const SIDES: Record<string, string> = colours.sides
const BANDS: Record<string, string> = colours.bands
const PIPS: Record<string, { fill: string; rim: string }> = colours.pips

export function paintOf(nation: string | undefined, owner: string): Paint {
  return NATIONS[nation ?? ''] ?? NATIONS[SIDES[owner] ?? ''] ?? colours.nations.german
}

/** The full colour of a side: blocks, flags, backs. */
export const STRONG: Record<string, string> = colours.strong

/** Style sheets know the full colours as --axis-strong and --soviet-strong. */
export function colourPage(root: HTMLElement): void {
  for (const [side, colour] of Object.entries(STRONG)) root.style.setProperty(`--${side}-strong`, colour)
}

/** The stripe of an army or front. */
export const bandColour = (band: string): string => BANDS[band] ?? band

/** The strength of a block by its firepower. */
export const pipColours = (fire: string): { fill: string; rim: string } => PIPS[fire] ?? colours.pips.sf

/** Black or white, whichever reads better on a colour. */
export function inkOn(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((i) => (Number.parseInt(colour.slice(i, i + 2), 16) / 255) ** 2.2)
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.19 ? '#14120e' : '#ffffff'
}

/** One halo colour per battle; the number is written beside it. */
export function battleColour(n: number): string {
  const { battles } = colours
  return battles[(n - 1 + battles.length) % battles.length]!
}
