/** A battle: both sides' units, each shift with its reason, the table with its column lit, the dice, what they mean.
 * It opens when dice fall and stays until it is dismissed. */
import type { BattleReport, BattleSide, CombatTable, Fighter, Fire } from '../model/contract.gen'
import { PieceIcon } from '../pieces/PieceIcon'
import { useDesk } from '../state/desk'
import { Die } from '../ui/Die'
import { Icon } from '../ui/Icon'
import { RuleLink } from '../ui/RuleLink'

function Unit({ unit, owner, block }: { unit: Fighter; owner: string; block: boolean }) {
  const { table } = useDesk()
  const notes = unit.notes ?? []
  const piece = { id: 0, owner, at: '', kind: block ? 'block' : 'counter', face: unit.face }
  return (
    <li class={notes.includes('lost') ? 'lost' : ''}>
      {unit.face ? <PieceIcon piece={piece} symbols={table.symbols} size={40} /> : <Icon name="supply" size={28} />}
      <span>
        {unit.name} <b>{unit.strength}</b>
        {notes.length > 0 && <small> {notes.join(', ')}</small>}
      </span>
    </li>
  )
}

function Side({ side }: { side: BattleSide }) {
  const { table } = useDesk()
  const block = Object.values(table.shown.value?.pieces ?? {}).some((piece) => piece.kind === 'block')
  return (
    <div class={`battle-side side-${side.side}`}>
      <h3>
        {table.sideLabel(side.side)} <small>{side.role}</small> {side.strength && <b>{side.strength}</b>}
      </h3>
      <ul>
        {(side.units ?? []).map((unit) => (
          <Unit key={unit.name} unit={unit} owner={side.side} block={block} />
        ))}
      </ul>
      {(side.cards ?? []).length > 0 && <p class="battle-cards">{side.cards?.join(', ')}</p>}
    </div>
  )
}

/** The printed table, the column lit, and the row of the die once it has fallen. */
function Printed({ printed, fire }: { printed: CombatTable; fire: Fire }) {
  const { table } = useDesk()
  const column = printed.columns.indexOf(fire.final ?? '')
  const row = (fire.dice?.[0] ?? 0) - 1
  return (
    <table class="crt">
      <caption>{printed.label}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">Die</span>
          </th>
          {printed.columns.map((label, i) => (
            <th key={label} scope="col" class={i === column ? 'lit' : ''}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {printed.rows.map((cells, die) => (
          <tr key={die}>
            <th scope="row" class={die === row ? 'lit' : ''}>
              {die + 1}
            </th>
            {cells.map((cell, i) => (
              <td
                key={i}
                title={table.board.results?.[cell]}
                class={i === column ? (die === row ? 'struck' : 'lit') : ''}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Shot({ fire }: { fire: Fire }) {
  const { table } = useDesk()
  const printed = table.board.tables?.find((one) => one.id === fire.table)
  const dice = fire.dice ?? []
  return (
    <li class={`shot side-${fire.side}`}>
      <p>
        <strong>
          {table.sideLabel(fire.side)}, {fire.label}
        </strong>{' '}
        {fire.strength}
        {fire.initial && fire.final && (
          <>
            : {fire.initial}
            {fire.initial !== fire.final && ` → ${fire.final}`}
          </>
        )}
      </p>
      {(fire.shifts ?? []).length > 0 && (
        <ul class="shifts">
          {fire.shifts?.map((shift, i) => (
            <li key={i}>
              <b class={shift.columns > 0 ? 'right' : 'left'}>
                {shift.columns > 0 ? `+${shift.columns} ▸` : `◂ ${shift.columns}`}
              </b>
              <span>{shift.cause}</span>
              <RuleLink rule={shift.rule} />
            </li>
          ))}
        </ul>
      )}
      {dice.length > 0 && (
        <div class="dice-row">
          {dice.map((face, i) => (
            <Die key={i} face={face} side={fire.side} hit={fire.hits?.[i]} />
          ))}
          {fire.result && <b class="dice-result">{fire.result}</b>}
          <span>{fire.text}</span>
        </div>
      )}
      {printed && <Printed printed={printed} fire={fire} />}
    </li>
  )
}

/** The battle as a screen reader hears it. */
export function spokenBattle(report: BattleReport, sideLabel: (side: string) => string): string {
  const fires = (report.fires ?? [])
    .filter((fire) => fire.dice?.length)
    .map(
      (fire) =>
        `${sideLabel(fire.side)}, ${fire.label}: dice ${fire.dice?.join(', ')}. ${fire.result}. ${fire.text ?? ''}`,
    )
  return [`Battle for ${report.label}`, ...fires, report.words, report.next].filter(Boolean).join('. ')
}

function Legend() {
  const { table } = useDesk()
  const meanings = Object.entries(table.board.results ?? {})
  if (meanings.length === 0) return null
  return (
    <details class="battle-legend">
      <summary>What the results mean</summary>
      <dl>
        {meanings.map(([code, text]) => (
          <div key={code}>
            <dt>{code}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

export function BattleBoard() {
  const desk = useDesk()
  const { table } = desk
  const report = desk.battle.value
  return (
    <>
      <p class="unseen" role="status" data-battle-said>
        {report && spokenBattle(report, (side) => table.sideLabel(side))}
      </p>
      {report && <Board report={report} />}
    </>
  )
}

function Board({ report }: { report: BattleReport }) {
  const desk = useDesk()
  return (
    <section class="battle-board" aria-label={`Battle for ${report.label}`}>
      <header>
        <h2>
          <button type="button" class="log-pointer" onClick={() => desk.point(report.at ?? [])}>
            Battle for {report.label}
          </button>
        </h2>
        <button
          type="button"
          class="ghost-button"
          aria-label="Dismiss the battle"
          onClick={() => (desk.battle.value = null)}
        >
          <Icon name="close" size={18} />
        </button>
      </header>
      <div class="battle-scroll" tabIndex={0} role="group" aria-label="The battle in detail">
        {report.words && (
          <p class="battle-words">
            {report.result && <b>{report.result}</b>} {report.words}
          </p>
        )}
        {report.next && <p class="battle-next">Next: {report.next}</p>}
        <div class="battle-sides">
          {(report.sides ?? []).map((side) => (
            <Side key={side.side} side={side} />
          ))}
        </div>
        <ul class="shots">
          {(report.fires ?? []).map((fire, i) => (
            <Shot key={i} fire={fire} />
          ))}
        </ul>
        {report.order && <p class="battle-order">{report.order}</p>}
        <Legend />
      </div>
    </section>
  )
}
