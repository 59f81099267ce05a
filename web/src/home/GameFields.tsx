/** Which game: title, scenario, edition. */
import type { Scenario, TitleInfo } from '../model/contract.gen'
import { type Draft, draft, editionsOf, withEdition, withScenario } from '../model/newgame'
import { theme } from '../state/settings'
import { thumbnail } from './thumbnail'

function TitlePicker({
  titles,
  chosen,
  onPick,
}: {
  titles: TitleInfo[]
  chosen: TitleInfo
  onPick: (t: TitleInfo) => void
}) {
  return (
    <fieldset class="title-picker">
      <legend>Game</legend>
      {titles.map((title) => {
        const picture = thumbnail(title.name, theme())
        return (
          <label key={title.name} class={title === chosen ? 'chosen' : ''}>
            <input type="radio" name="title" checked={title === chosen} onChange={() => onPick(title)} />
            <span class="tile-picture" style={picture ? { backgroundImage: `url(${picture})` } : undefined} />
            <strong>{title.label}</strong>
            <small>{title.help}</small>
          </label>
        )
      })}
    </fieldset>
  )
}

function turns({ first_turn, last_turn }: Scenario): string {
  const count = last_turn - first_turn + 1
  return count === 1 ? 'One turn' : `${count} turns`
}

function ScenarioPicker({ made, onChange }: { made: Draft; onChange: (d: Draft) => void }) {
  return (
    <fieldset class="scenario-picker">
      <legend>Scenario</legend>
      {made.title.scenarios.map((scenario) => (
        <label key={scenario.name} class={scenario === made.scenario ? 'chosen' : ''}>
          <input
            type="radio"
            name="scenario"
            checked={scenario === made.scenario}
            onChange={() => onChange(withScenario(made, scenario))}
          />
          <span>
            <strong>{scenario.label}</strong>
            <small>
              {turns(scenario)}
              {scenario.help ? `. ${scenario.help}` : ''}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function EditionPicker({ made, onChange }: { made: Draft; onChange: (d: Draft) => void }) {
  const editions = editionsOf(made.title, made.scenario)
  if (editions.length < 2) return null
  return (
    <fieldset class="choices-row">
      <legend>Edition</legend>
      {editions.map((edition) => (
        <label key={edition}>
          <input
            type="radio"
            name="edition"
            checked={edition === made.edition}
            onChange={() => onChange(withEdition(made, edition))}
          />
          <span>{edition}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface Props {
  titles: TitleInfo[]
  made: Draft
  onChange: (d: Draft) => void
}

export function GameFields({ titles, made, onChange }: Props) {
  return (
    <>
      <TitlePicker titles={titles} chosen={made.title} onPick={(title) => onChange(draft(title))} />
      <ScenarioPicker made={made} onChange={onChange} />
      <EditionPicker made={made} onChange={onChange} />
    </>
  )
}
