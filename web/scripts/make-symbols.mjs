// Writes the unit symbols that Python and the browser draw from: one list of strokes per unit type.
//
//   npm install milsymbol && node web/scripts/make-symbols.mjs src/rasputitsa/board/drawing/symbols.json
//
// Branch and size signs come from milsymbol (MIT). The signs the standard spells with letters, or does not have
// (headquarters, ships, forts, cadres, partisans ...), are drawn here so that no symbol needs a font.
// All of them live in one box: the unit frame is 150 wide and 100 high, its corner at (25, 50).
import { writeFileSync } from 'node:fs'
import ms from 'milsymbol'

const FRIEND = 'SFGP'
const flat = (parts) => parts.flatMap((part) => (Array.isArray(part) ? flat(part) : part.draw ? flat(part.draw) : [part]))

const short = (x) => Number(x.toFixed(1))

function circle({ cx, cy, r }) {
  const [left, rad, wide] = [short(cx - r), short(r), short(2 * r)]
  return `M${left},${cy}a${rad},${rad} 0 1 0 ${wide},0a${rad},${rad} 0 1 0 ${-wide},0z`
}

function stroke(part) {
  const d = (part.type === 'circle' ? circle(part) : part.d).replace(/\s+/g, ' ').trim()
  const filled = Boolean(part.fill) && (part.stroke === false || part.type === 'circle')
  return filled ? { d, fill: true } : { d, width: 4 }
}

/** The icon of a milsymbol unit, without its frame and without letters. */
function icon(code) {
  const symbol = new ms.Symbol(`${FRIEND}${code.padEnd(6, '-')}*****`, { fill: false, infoFields: false })
  if (!symbol.isValid()) throw new Error(`milsymbol does not know ${code}`)
  return flat(symbol.drawInstructions.slice(1)).filter((part) => part.icon && part.type !== 'text').map(stroke)
}

function echelon(code) {
  const symbol = new ms.Symbol(`10031000${code}1211000000`, { fill: false, infoFields: false })
  return flat(symbol.drawInstructions.slice(2)).map((part) => part.d.replace(/\s+/g, ' ').trim()).join(' ')
}

const line = (d, width = 4) => ({ d, width })
const solid = (d) => ({ d, fill: true })

function star(cx, cy, r, inner = 0.4) {
  const points = [...Array(10).keys()].map((i) => {
    const radius = i % 2 ? r * inner : r
    const angle = (Math.PI * (i - 2.5)) / 5
    return `${(cx + radius * Math.cos(angle)).toFixed(1)},${(cy + radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}z`
}

function hqLetters(y, h, width = 6) {
  const [top, foot, w, r] = [y - h / 2, y + h / 2, h * 0.6, h * 0.44]
  const [left, q] = [92 - w, 104 + r]
  return [
    line(`M${short(left)},${top}V${foot}M${short(left)},${y}H92M92,${top}V${foot}`, width),
    line(`${circle({ cx: q, cy: y, r })}M${short(q + r * 0.2)},${short(y + r * 0.3)}L${short(q + r)},${foot + 2}`, width),
  ]
}

const infantry = icon('UCI')
const plane = solid(
  'M100,58c4,0 6,7 6,17l0,9 46,17 0,10 -46,-8 -2,26 14,9 0,7 -18,-4 -18,4 0,-7 14,-9 -2,-26 -46,8 0,-10 46,-17 0,-9c0,-10 2,-17 6,-17z',
)

const types = {
  infantry,
  mechanized: icon('UCIZ'),
  motorized: icon('UCIM'),
  armor: icon('UCA'),
  cavalry: icon('UCR'),
  'mechanized-cavalry': [...icon('UCA'), ...icon('UCR')],
  mountain: icon('UCIO'),
  light: [...infantry, line('M92,122V143H110', 5)],
  airborne: icon('UCIA'),
  marine: icon('UCIN'),
  artillery: icon('UCF'),
  aviation: icon('UCVF'),
  engineer: icon('UCE'),
  hq: hqLetters(100, 46),
  'artillery-hq': [...hqLetters(86, 36, 5), solid(circle({ cx: 100, cy: 130, r: 12 }))],
  'air-hq': [...hqLetters(80, 32, 5), solid('M100,126L130,114c15,0 15,24 0,24L100,126 70,138c-15,0 -15,-24 0,-24z')],
  bomber: [plane],
  battleship: [
    solid('M30,112H170L158,136H44z'),
    solid('M54,112v-9h24v-10h14v-26h5v-9h6v9h5v14h10v22h26v9z'),
    line('M36,101H60M140,101H164', 4),
  ],
  cruiser: [solid('M34,114H168L154,134H48z'), solid('M66,114v-8h18v-20h8v-14h4v14h22v28z'), line('M46,105H68M132,105H154', 3)],
  fort: [line('M50,136V70H64V82H79V70H93V82H107V70H121V82H136V70H150V136z', 5), solid('M90,136V116a10,10 0 0 1 20,0V136z')],
  'fortified-infantry': [...infantry, line('M62,50V66H81V50M119,50V66H138V50', 4), line('M62,150V134H81V150M119,150V134H138V150', 4)],
  garrison: [...infantry, solid('M85,85H115V115H85z')],
  militia: [...infantry, solid(circle({ cx: 100, cy: 66, r: 9 })), solid(circle({ cx: 100, cy: 134, r: 9 }))],
  cadre: [line('M25,50L75,83.3M125,116.7L175,150M25,150L75,116.7M125,83.3L175,50')],
  leader: [solid(star(100, 103, 44))],
  partisan: [...infantry, solid('M100,54L116,76H108L122,94H78L92,76H84z')],
  supply: [line('M25,130H175'), line('M70,130V88H130V130', 5)],
}

const symbols = {
  note: 'Made by web/scripts/make-symbols.mjs; branch and size signs from milsymbol (MIT).',
  viewBox: [25, 50, 150, 100],
  frame: 'M25,50h150v100h-150z',
  types,
  sizes: { X: echelon('18'), XX: echelon('21'), XXX: echelon('22'), XXXX: echelon('23'), XXXXX: echelon('24') },
}

const indent = (value) => JSON.stringify(value)
const block = (entries) => Object.entries(entries).map(([key, value]) => `    ${indent(key)}: ${indent(value)}`).join(',\n')
const text = `{
  "note": ${indent(symbols.note)},
  "viewBox": ${indent(symbols.viewBox)},
  "frame": ${indent(symbols.frame)},
  "types": {\n${block(types)}\n  },
  "sizes": {\n${block(symbols.sizes)}\n  }
}
`
writeFileSync(process.argv[2], text)
