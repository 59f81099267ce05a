/** A nickname, with those that begin like it to choose from. */
import { useId, useState } from 'preact/hooks'
import { people } from './requests'

interface Props {
  label: string
  value: string
  onInput: (name: string) => void
}

export function NameField({ label, value, onInput }: Props) {
  const [known, setKnown] = useState<string[]>([])
  const list = useId()
  const type = (name: string): void => {
    onInput(name)
    if (name.trim().length >= 2) {
      people.search(name.trim()).then(
        (found) => setKnown(found.map((p) => p.nickname)),
        () => undefined,
      )
    }
  }
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        list={list}
        required
        maxLength={40}
        value={value}
        onInput={(e) => type(e.currentTarget.value)}
      />
      <datalist id={list}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  )
}
