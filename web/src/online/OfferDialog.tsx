/** A game for somebody else: which, for whom, which side, on which terms. */
import { useState } from 'preact/hooks'
import { GameFields } from '../home/GameFields'
import { OptionFields } from '../home/OptionFields'
import type { NewOffer, Offer, Terms, TitleInfo } from '../model/contract.gen'
import { type Draft, draft } from '../model/newgame'
import { Dialog } from '../ui/Dialog'
import { Field, Form, Switch } from './Form'
import { LinkOut } from './LinkOut'
import { NameField } from './NameField'
import { lobby } from './requests'

type For = 'anyone' | 'name' | 'link'

const AUDIENCE: Record<For, { label: string; help: string }> = {
  anyone: { label: 'Anyone', help: 'It stands in the lobby; the first who joins plays.' },
  name: { label: 'One person', help: 'By nickname; only that person sees it.' },
  link: { label: 'Whoever has the link', help: 'You get a link to send to a friend.' },
}

/** What the dialog has made so far. */
interface Made {
  game: Draft
  whom: For
  to: string
  side: string
  terms: Required<Terms>
  words: string
}

interface PartProps {
  made: Made
  onChange: (made: Made) => void
}

function orderOf({ game, whom, to, side, terms, words }: Made): NewOffer {
  return {
    title: game.title.name,
    scenario: game.scenario.name,
    edition: game.edition,
    options: game.options,
    side,
    to: whom === 'name' ? to.trim() : '',
    link: whom === 'link',
    terms,
    words: words.trim(),
  }
}

function Whom({ made, onChange }: PartProps) {
  return (
    <fieldset class="seat-picker">
      <legend>For whom</legend>
      <div class="ways">
        {Object.entries(AUDIENCE).map(([whom, { label, help }]) => (
          <label key={whom} class={whom === made.whom ? 'chosen' : ''}>
            <input
              type="radio"
              name="whom"
              checked={whom === made.whom}
              onChange={() => onChange({ ...made, whom: whom as For })}
            />
            <span>
              <strong>{label}</strong>
              <small>{help}</small>
            </span>
          </label>
        ))}
      </div>
      {made.whom === 'name' && (
        <NameField label="Nickname" value={made.to} onInput={(to) => onChange({ ...made, to })} />
      )}
    </fieldset>
  )
}

function SidePicker({ made, onChange }: PartProps) {
  const sides = [{ name: '', label: 'By lot' }, ...made.game.title.sides]
  return (
    <fieldset class="choices-row">
      <legend>Your side</legend>
      {sides.map(({ name, label }) => (
        <label key={name}>
          <input
            type="radio"
            name="side"
            checked={made.side === name}
            onChange={() => onChange({ ...made, side: name })}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

const DAYS = [0, 1, 2, 3, 5, 7, 10, 14, 30]

function TermFields({ made, onChange }: PartProps) {
  const { terms } = made
  const set = (what: Partial<Terms>): void => onChange({ ...made, terms: { ...terms, ...what } })
  return (
    <fieldset class="term-fields">
      <legend>Terms</legend>
      <label class="field">
        <span>Time for each turn</span>
        <select value={String(terms.days)} onChange={(e) => set({ days: Number(e.currentTarget.value) })}>
          {DAYS.map((n) => (
            <option key={n} value={String(n)}>
              {n === 0 ? 'No clock' : n === 1 ? '1 day' : `${n} days`}
            </option>
          ))}
        </select>
        <small>When it has run out the other side may claim the game, or let it go on.</small>
      </label>
      <Switch
        label="Stop the clock on holidays"
        checked={terms.holidays}
        disabled={terms.days === 0}
        onChange={(holidays) => set({ holidays })}
      />
      <Switch label="Rated" checked={terms.rated} onChange={(rated) => set({ rated })} />
      <Switch
        label="Others may watch"
        help="They see what both sides know, never a hand."
        checked={terms.public}
        onChange={(watched) => set({ public: watched })}
      />
    </fieldset>
  )
}

interface Props {
  titles: TitleInfo[]
  to?: string
  onClose: () => void
  onMade?: (offer: Offer) => void
}

export function OfferDialog({ titles, to = '', onClose, onMade }: Props) {
  const [made, setMade] = useState<Made>(() => ({
    game: draft(titles[0]!),
    whom: to ? 'name' : 'anyone',
    to,
    side: '',
    terms: { days: 3, holidays: true, rated: true, public: true },
    words: '',
  }))
  const [offered, setOffered] = useState<Offer | null>(null)
  const setGame = (game: Draft): void => {
    const side = game.title.sides.some((s) => s.name === made.side) ? made.side : ''
    setMade({ ...made, game, side })
  }
  const send = async (): Promise<void> => {
    const offer = await lobby.make(orderOf(made))
    onMade?.(offer)
    if (offer.link) setOffered(offer)
    else onClose()
  }
  if (offered) {
    return (
      <Dialog title="Your link" onClose={onClose}>
        <LinkOut link={offered.link} />
        <p>Whoever opens it and joins plays with you; you get a mail when the game begins.</p>
      </Dialog>
    )
  }
  return (
    <Dialog title="Offer a game" onClose={onClose} wide kind="new-game offering">
      <Form send={send} button="Offer the game">
        <GameFields titles={titles} made={made.game} onChange={setGame} />
        <Whom made={made} onChange={setMade} />
        <SidePicker made={made} onChange={setMade} />
        <TermFields made={made} onChange={setMade} />
        <OptionFields made={made.game} onChange={setGame} />
        <Field
          label="A word to go with it"
          value={made.words}
          required={false}
          maxLength={300}
          onInput={(words) => setMade({ ...made, words })}
        />
      </Form>
    </Dialog>
  )
}
