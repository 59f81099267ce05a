/** The rules in our own words, one click away from where their number is shown. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Rule } from '../model/contract.gen'
import { nearestRule, search } from '../model/rules'
import { useDesk } from '../state/desk'
import { Panel } from './Panel'

function Entry({ rule, chosen }: { rule: Rule; chosen: boolean }) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: 'start' })
  }, [chosen])
  return (
    <article ref={element} class={chosen ? 'rule chosen' : 'rule'} data-rule={rule.id}>
      <h3>
        <span class="rule-number">{rule.id}</span> {rule.title}
      </h3>
      {rule.text && <p>{rule.text}</p>}
    </article>
  )
}

function Terrain() {
  const { table } = useDesk()
  const [head, ...rows] = table.board.terrain ?? []
  if (!head) return null
  return (
    <details class="terrain">
      <summary>Terrain table</summary>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {head.map((cell) => (
                <th scope="col">{cell}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>{row.map((cell, i) => (i === 0 ? <th scope="row">{cell}</th> : <td>{cell}</td>))}</tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

export function RulesPanel() {
  const { table, panels } = useDesk()
  const [words, setWords] = useState('')
  const rules = table.board.rules ?? []
  const wanted = panels.rule.value
  const chosen = wanted ? nearestRule(rules, wanted) : null
  const shown = words ? search(rules, words) : rules
  return (
    <Panel title="Rules" name="rules">
      <label class="field">
        <span>Search the rules</span>
        <input type="search" value={words} onInput={(e) => setWords(e.currentTarget.value)} />
      </label>
      {wanted && !chosen && <p class="empty">Paragraph {wanted} of the rule book.</p>}
      {!words && <Terrain />}
      {shown.map((rule) => (
        <Entry key={rule.id} rule={rule} chosen={rule === chosen} />
      ))}
      {shown.length === 0 && <p class="empty">Nothing found.</p>}
    </Panel>
  )
}
