// A bot in another language: plain Node, no packages. It knows no rules; it is told what it may do and chooses.
//
//   rasputitsa selfplay no-retreat --scenario barbarossa --axis "bot:node examples/bots/first-steps.mjs" --soviet random
//   rasputitsa play --bot "first steps=node examples/bots/first-steps.mjs"
//
// Each line on standard input is a JSON object: "hello" once, then "choose" for every decision, "now" when time is up.
// Each answer is one line on standard output. docs/bots.md tells it all.

import { createInterface } from 'node:readline'

let columns = new Map() // place id -> how far east it is, where ids are hex numbers
let random = seeded(1)
let side = 'axis'

createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line)
  if (order.cmd === 'hello') hello(order)
  else if (order.cmd === 'choose') answer(choose(order))
})

function hello(order) {
  side = order.side
  random = seeded(hash(String(order.seed)))
  for (const place of order.board.places) {
    if (/^\d+$/.test(place.id)) columns.set(place.id, Number(place.id.slice(-2)))
  }
}

function choose({ legal, view }) {
  const scored = legal.map((action) => [score(action, view) + random() * 0.1, action])
  scored.sort((a, b) => b[0] - a[0])
  return { action: scored[0][1], why: 'forward, and attack what stands in the way' }
}

// Forward for the Axis is east, for the Soviets west. Attacks are good, passing is bad.
function score(action, view) {
  const move = action.match(/ (\w+)-(\w+)$/)
  if (move && columns.has(move[1]) && columns.has(move[2])) {
    const east = columns.get(move[2]) - columns.get(move[1])
    return (side === 'axis' ? east : -east) / 4
  }
  if (/^(target|attack)/.test(action)) return 1
  if (/^(end|no |discard)/.test(action)) return view.banner.phase === 'movement' ? 0.2 : -0.5
  return 0
}

function answer(message) {
  process.stdout.write(JSON.stringify(message) + '\n')
}

// Equal seeds play alike: a small generator instead of Math.random.
function seeded(state) {
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

function hash(text) {
  let value = 2166136261
  for (const char of text) value = Math.imul(value ^ char.charCodeAt(0), 16777619)
  return value >>> 0
}
