/** A game that waits for somebody: everything one wants to know before joining. */
import { useState } from 'preact/hooks'
import { ago } from '../home/ago'
import { thumbnail } from '../home/thumbnail'
import type { Offer, TitleInfo } from '../model/contract.gen'
import { openGame } from '../state/route'
import { theme } from '../state/settings'
import { Icon } from '../ui/Icon'
import { LinkOut } from './LinkOut'
import { attempt, words } from './loading'
import { Nickname } from './Nickname'
import { lobby } from './requests'
import { editionWords, sideLabel } from './titles'
import { changedWords, chosenOptions, termWords } from './words'

/** The options and modules of a game, with what each of them does. */
export function OptionList({ title, options }: { title?: TitleInfo; options: Offer['options'] }) {
  const chosen = chosenOptions(title, options)
  if (chosen.length === 0) return <p class="quiet-text">No optional rules.</p>
  return (
    <details class="chosen-options">
      <summary>{changedWords(chosen)}</summary>
      <dl class="facts">
        {chosen.map(({ option, value }) => (
          <div key={option.name}>
            <dt>{option.label}</dt>
            <dd>
              {value} <small>{option.help}</small>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Who plays which side, for the reader. */
function sides(offer: Offer, titles: TitleInfo[]): string {
  if (!offer.side) return 'Sides by lot'
  const taken = sideLabel(titles, offer.title, offer.side)
  const other = titles.find((t) => t.name === offer.title)?.sides.find((s) => s.name !== offer.side)?.label ?? ''
  return offer.mine ? `You play ${taken}` : `You would play ${other}`
}

function forWhom(offer: Offer): string {
  if (offer.link) return 'for whoever has the link'
  if (offer.to) return `for ${offer.to}`
  return 'for anyone'
}

interface Props {
  offer: Offer
  titles: TitleInfo[]
  onChange: () => void
}

function Buttons({ offer, onChange }: Omit<Props, 'titles'>) {
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const join = async (): Promise<void> => {
    setBusy(true)
    try {
      openGame((await lobby.join(offer.id)).id)
    } catch (error) {
      setFault(words(error))
      setBusy(false)
      onChange()
    }
  }
  const withdraw = (): void => attempt(lobby.withdraw(offer.id), onChange)
  return (
    <>
      {fault && (
        <p class="warning" role="alert">
          {fault}
        </p>
      )}
      <div class="tile-buttons">
        {offer.mine ? (
          <button type="button" class="secondary" onClick={withdraw}>
            Withdraw
          </button>
        ) : (
          <button type="button" class="primary" disabled={busy} onClick={() => void join()}>
            Join
          </button>
        )}
        {offer.for_me && (
          <button type="button" class="secondary" onClick={withdraw}>
            Decline
          </button>
        )}
      </div>
    </>
  )
}

export function OfferCard({ offer, titles, onChange }: Props) {
  const title = titles.find((t) => t.name === offer.title)
  const picture = thumbnail(offer.title, theme())
  return (
    <article
      class={`tile invitation${offer.for_me ? ' for-me' : ''}`}
      data-offer={offer.id}
      aria-label={`Offer: ${offer.scenario_label}`}
    >
      <div class="tile-open">
        <span class="tile-picture" style={picture ? { backgroundImage: `url(${picture})` } : undefined} />
        <span class="tile-state">
          {offer.rematch ? 'Rematch' : offer.mine ? 'Your offer' : offer.for_me ? 'For you' : 'Open'}
        </span>
      </div>
      <div class="tile-text">
        <h3>{offer.scenario_label}</h3>
        <p>{editionWords(title, offer.title_label, offer.edition)}</p>
        <p>
          {offer.mine ? (
            `You, ${forWhom(offer)}`
          ) : (
            <Nickname name={offer.owner.nickname} here={offer.owner.here} rating={offer.rating} />
          )}{' '}
          <span class="quiet-text">· {ago(offer.created)}</span>
        </p>
        {offer.words && <blockquote>{offer.words}</blockquote>}
        <p>
          <Icon name="swap" size={16} /> {sides(offer, titles)}
        </p>
        <p class="quiet-text">{termWords(offer.terms).join(' · ')}</p>
        <OptionList title={title} options={offer.options} />
        {offer.link && <LinkOut link={offer.link} />}
        <Buttons offer={offer} onChange={onChange} />
      </div>
    </article>
  )
}
