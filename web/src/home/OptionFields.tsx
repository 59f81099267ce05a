/** Optional rules, each with its explanation and the options it needs. */

import type { Option } from '../model/contract.gen'
import { chosenValue, type Draft, isSwitch, missing, optionsOf, withOption } from '../model/newgame'

interface Props {
  made: Draft
  onChange: (d: Draft) => void
}

function Field({ option, made, onChange }: Props & { option: Option }) {
  const lacks = missing(made, option).map((name) => made.title.options.find((o) => o.name === name)?.label ?? name)
  const value = chosenValue(made, option)
  const rule = option.rule ? ` (§${option.rule})` : ''
  const help = `${option.help}${rule}${lacks.length > 0 ? ` Needs: ${lacks.join(', ')}.` : ''}`
  if (isSwitch(option)) {
    return (
      <label class="switch">
        <input
          type="checkbox"
          checked={value === true}
          disabled={lacks.length > 0}
          onChange={(e) => onChange(withOption(made, option, e.currentTarget.checked))}
        />
        <span>
          <strong>{option.label}</strong>
          <small>{help}</small>
        </span>
      </label>
    )
  }
  return (
    <label class="field">
      <span>{option.label}</span>
      <select
        value={String(value)}
        disabled={lacks.length > 0}
        onChange={(e) =>
          onChange(withOption(made, option, option.choices.find((c) => String(c) === e.currentTarget.value)!))
        }
      >
        {option.choices.map((choice) => (
          <option key={String(choice)} value={String(choice)}>
            {String(choice)}
          </option>
        ))}
      </select>
      <small>{help}</small>
    </label>
  )
}

export function OptionFields({ made, onChange }: Props) {
  const options = optionsOf(made)
  if (options.length === 0) return null
  const set = Object.keys(made.options).length
  return (
    <details class="options">
      <summary>
        Optional rules <small>{set > 0 ? `${set} changed` : `${options.length} to choose from`}</small>
      </summary>
      {options.map((option) => (
        <Field key={option.name} option={option} made={made} onChange={onChange} />
      ))}
    </details>
  )
}
