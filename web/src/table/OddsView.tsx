/** A battle before it is fought: figures, shift by shift, and the bar of outcomes. */
import type { Fire, Odds, Preview, Shift } from '../model/contract.gen'
import { inkOn } from '../pieces/palette'
import { useDesk } from '../state/desk'
import { RuleLink } from '../ui/RuleLink'

/** From best for the attacker to worst, as codes or words, where they are known; others keep the table's order. */
const RANK = [
  /^DD$|eliminated/,
  /^DS$|retreat of 2/,
  /^DR$|retreat of 1/,
  /^EX$|no retreat/,
  /^CB$/,
  /^NE$|nobody/,
  /^CA$|defender wins/,
]
const rank = (code: string): number => {
  const found = RANK.findIndex((known) => known.test(code))
  return found < 0 ? RANK.length : found
}

const TONES = ['#2e7d4f', '#4f9d69', '#8fbf8a', '#d8b54a', '#c98f3c', '#9a9a92', '#b8423a', '#6c7a96', '#7d5a86']
/** Losses by their number: the more, the darker. */
const LOSSES = ['#b9b6ab', '#e0b15a', '#d58c3e', '#c4622f', '#a63d2a', '#7c241f']

const toneOf = (code: string, i: number): string => {
  if (/^\d/.test(code)) return LOSSES[Math.min(Number.parseInt(code, 10), LOSSES.length - 1)]!
  return TONES[rank(code) < RANK.length ? rank(code) : (i + 7) % TONES.length]!
}

export const percent = (share: number): string => {
  const value = share * 100
  return value > 0 && value < 1 ? '<1 %' : `${Math.round(value)} %`
}

function Bar({ results }: { results: Record<string, number> }) {
  const { table } = useDesk()
  const sorted = Object.entries(results)
    .filter(([, share]) => share > 0)
    .sort(([a], [b]) => rank(a) - rank(b))
  return (
    <>
      <div
        class="odds-bar"
        role="img"
        aria-label={sorted.map(([code, share]) => `${code} ${percent(share)}`).join(', ')}
      >
        {sorted.map(([code, share], i) => (
          <span key={code} style={{ flexGrow: share, background: toneOf(code, i), color: inkOn(toneOf(code, i)) }}>
            {share > 0.08 && code.length < 4 ? code : ''}
          </span>
        ))}
      </div>
      <ul class="odds-results">
        {sorted.map(([code, share], i) => (
          <li key={code}>
            <i style={{ background: toneOf(code, i) }} />
            <strong>{code}</strong> {percent(share)}
            {table.board.help?.[code] && <small>{table.board.help[code]}</small>}
          </li>
        ))}
      </ul>
    </>
  )
}

function Shifts({ shifts }: { shifts: Shift[] }) {
  return (
    <ul class="shifts">
      {shifts.map((shift, i) => (
        <li key={i}>
          <b class={shift.columns > 0 ? 'right' : 'left'}>
            {shift.columns > 0 ? `+${shift.columns} ▸` : `◂ ${shift.columns}`}
          </b>
          <span>{shift.cause}</span>
          <RuleLink rule={shift.rule} />
        </li>
      ))}
    </ul>
  )
}

/** One throw of several: who fires with what, and what it may do. */
function FireView({ fire }: { fire: Fire }) {
  const { table } = useDesk()
  const column =
    fire.final && (fire.initial && fire.initial !== fire.final ? `${fire.initial} → ${fire.final}` : fire.final)
  return (
    <section class={`fire side-${fire.side}`}>
      <h3>
        {table.sideLabel(fire.side)} {fire.label}{' '}
        <small>
          {[fire.strength, fire.table && `${fire.table.toUpperCase()} table`, column && `column ${column}`]
            .filter(Boolean)
            .join(', ')}
        </small>
      </h3>
      {fire.shifts && <Shifts shifts={fire.shifts} />}
      {fire.results && <Bar results={fire.results} />}
    </section>
  )
}

/** The odds proper: attack against defence, from the first column to the last. */
function Figures({ odds }: { odds: Odds }) {
  const { table } = useDesk()
  return (
    <div class="odds-figures">
      <span>
        <small>Attack</small>
        <b>{odds.attack}</b>
      </span>
      <span class="against">:</span>
      <span>
        <small>Defence</small>
        <b>{odds.defend}</b>
      </span>
      <span class="arrow">{odds.initial}</span>
      <span class="arrow">→</span>
      <span class="final">
        <small>{odds.table ? `${table.sideLabel(odds.table)} table` : 'Final'}</small>
        <b>{odds.final}</b>
      </span>
    </div>
  )
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What a throw shows already is not shown again for the whole battle. */
export function OddsView({ odds }: { odds: Odds }) {
  const told = (holds: (fire: Fire) => boolean): boolean => odds.fires?.some(holds) ?? false
  const column = told((fire) => !!fire.final && fire.final === odds.final)
  return (
    <div class="odds">
      {odds.final && !odds.fires && <Figures odds={odds} />}
      {odds.final && odds.fires && !column && (
        <p class="odds-average">
          On average <strong>{odds.final}</strong>
        </p>
      )}
      {odds.shifts && !told((fire) => same(fire.shifts, odds.shifts)) && <Shifts shifts={odds.shifts} />}
      {odds.results && !told((fire) => same(fire.results, odds.results)) && <Bar results={odds.results} />}
      {odds.fires && (
        <div class="fires">
          {odds.fires.map((fire, i) => (
            <FireView key={i} fire={fire} />
          ))}
        </div>
      )}
    </div>
  )
}

/** The odds, and beside them those with support that may still be committed. */
export function BothOdds({ preview }: { preview: Preview }) {
  if (!preview.odds) return null
  if (!preview.supported) return <OddsView odds={preview.odds} />
  return (
    <div class="offers several">
      <div class="offer">
        <h3>Without support</h3>
        <OddsView odds={preview.odds} />
      </div>
      <div class="offer" data-supported>
        <h3>With support</h3>
        <OddsView odds={preview.supported} />
      </div>
    </div>
  )
}
