/** Plain pictures of what a unit is, for those who do not read the symbols of NATO: filled shapes in a box of 150 by
 * 100 that begins at (25, 50), as the symbols themselves. */

const TRACKS = 'M50,132a12,12 0 0 1 0,-24h100a12,12 0 0 1 0,24z'
const TANK = `${TRACKS} M60,106l8,-18h56l10,18z M88,86v-14h32v14z M120,75h44v6h-44z`
const MAN = 'M100,60a13,13 0 1 1 0,26a13,13 0 1 1 0,-26z M78,142v-34q0,-16 22,-16t22,16v34z'
const TWO_MEN =
  'M78,62a11,11 0 1 1 0,22a11,11 0 1 1 0,-22z M60,140v-32q0,-16 18,-16t18,16v32z M124,62a11,11 0 1 1 0,22a11,11 0 1 1 0,-22z M106,140v-32q0,-16 18,-16t18,16v32z'
const WHEELS = 'M62,138a12,12 0 1 1 24,0a12,12 0 1 1 -24,0z M118,138a12,12 0 1 1 24,0a12,12 0 1 1 -24,0z'
const TRUCK = `M46,128v-50h64v50z M114,128v-36h24l20,20v16z ${WHEELS}`
const HORSE = 'M62,142q2,-34 20,-50l-4,-26l18,14q30,6 42,42l-14,8l-22,-10q-4,16 8,22z'
const GUN = 'M58,112l92,-38l5,12l-84,36z M70,130a16,16 0 1 1 32,0a16,16 0 1 1 -32,0z M44,140l34,-14l4,8l-34,14z'
const PLANE = 'M96,58h8l4,28l52,18v10l-52,-6l-3,22l15,10v6l-20,-4l-20,4v-6l15,-10l-3,-22l-52,6v-10l52,-18z'
const SHIP = 'M38,116h124l-16,24h-92z M70,112v-16h18v-24h10v24h12v-14h20v14h8v16z'
const CHUTE =
  'M52,96q4,-38 48,-38t48,38q-12,-8 -24,0q-12,-8 -24,0q-12,-8 -24,0q-12,-8 -24,0z M56,98l40,30h8l40,-30l-36,36v10h-16v-10z'
const FORT = 'M52,142v-66h16v14h16v-14h32v14h16v-14h16v66h-36v-24h-24v24z'
const FLAG = 'M66,58h8v86h-8z M76,60h64l-16,20l16,20h-64z'
const PEAK = 'M40,140l38,-70l20,34l14,-22l48,58z'
const STAR = 'M100,56l12,30h32l-26,19l10,33l-28,-20l-28,20l10,-33l-26,-19h32z'
const ANCHOR =
  'M94,74a10,10 0 1 1 12,0v10h18v10h-18v34q22,-3 26,-24l12,8q-6,34 -44,34t-44,-34l12,-8q4,21 26,24v-34h-18v-10h18z'
const HOUSE = 'M48,100l52,-40l52,40h-12v40h-80v-40z'

export const PLAIN: Record<string, string> = {
  infantry: TWO_MEN,
  mechanized: `${TRACKS} M56,106v-26h40l14,14h36v12z`,
  motorized: TRUCK,
  armor: TANK,
  cavalry: HORSE,
  artillery: GUN,
  airborne: CHUTE,
  marine: ANCHOR,
  mountain: PEAK,
  light: PEAK,
  fort: FORT,
  garrison: HOUSE,
  militia: MAN,
  cadre: MAN,
  hq: FLAG,
  'air-hq': PLANE,
  bomber: PLANE,
  battleship: SHIP,
  cruiser: SHIP,
  leader: STAR,
  partisan: MAN,
}
