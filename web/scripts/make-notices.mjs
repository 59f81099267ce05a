// Writes the licences of everything that the package brings along from others: what the client is bundled from, the
// typefaces of page and boards, the unit signs.
//
//   node web/scripts/make-notices.mjs
//
// `npm test` fails when the file is not what this would write.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (from) => fileURLToPath(new URL(from, import.meta.url))
const read = (from) => readFileSync(path(from), 'utf8')
export const NOTICES = path('../public/third-party-notices.txt')
const FONTS = '../../src/rasputitsa/board/drawing/fonts/'
const DRAWN_FROM = ['node_modules/milsymbol']
const RULE = '='.repeat(100)

const HEAD = `Third-party notices

Rasputitsa is under the MIT licence (LICENSE). It brings along the works below, each under its own licence. The list and
the texts are written by web/scripts/make-notices.mjs from the packages themselves.
`

/** The packages of the lock file that go into the bundle, or that something in the repository was drawn from. */
export function bundled() {
  const { packages } = JSON.parse(read('../package-lock.json'))
  return Object.keys(packages)
    .filter((key) => key && (!packages[key].dev || DRAWN_FROM.includes(key)))
    .sort()
}

function fromPackage(key) {
  const { name, version, license } = JSON.parse(read(`../${key}/package.json`))
  const file = readdirSync(path(`../${key}`)).find((found) => /^licen[cs]e/i.test(found))
  if (!file) throw new Error(`${name} has no licence file`)
  return { name: `${name} ${version}`, license, text: read(`../${key}/${file}`) }
}

function fromFonts() {
  const files = readdirSync(path(FONTS)).filter((file) => file.startsWith('OFL-'))
  return files.sort().map((file) => ({
    name: `Typeface ${file.slice(4, -3)} (src/rasputitsa/board/drawing/fonts)`,
    license: 'OFL-1.1',
    text: read(FONTS + file),
  }))
}

const clean = (text) => text.replaceAll('\r', '').trim()

/** One section for each text; works under the very same text share it. */
export function notices() {
  const shared = new Map()
  for (const { name, license, text } of [...bundled().map(fromPackage), ...fromFonts()])
    shared.set(clean(text), [...(shared.get(clean(text)) ?? []), `${name} (${license})`])
  return [HEAD, ...[...shared].map(([text, names]) => `${RULE}\n${names.join('\n')}\n${RULE}\n\n${text}\n`)].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(NOTICES, notices())
