/** The battle that is being put together or decided on: what is aimed at, the odds with and without support, one button. */
import { useEffect, useState } from 'preact/hooks'
import { wording } from '../model/clicks'
import type { ActionView } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { BothOdds, OddsView } from './OddsView'

/** What may be done at the place aimed at: begin the battle there. */
function useBeginning(): ActionView | null {
  const { hand, table } = useDesk()
  const [found, setFound] = useState<ActionView | null>(null)
  const aim = hand.aim.value
  const rev = table.rev.value
  const handle = aim && hand.isHandle(`place:${aim}`) ? `place:${aim}` : null
  useEffect(() => {
    let current = true
    setFound(null)
    if (handle)
      void table.choicesOf(handle).then(
        (actions) => current && setFound(actions.length === 1 ? actions[0]! : null),
        () => undefined,
      )
    return () => {
      current = false
    }
  }, [handle, rev])
  return handle ? found : null
}

/** The places to deal with, the one picked first; a click on the map picks another as well. */
function Aims() {
  const { hand, table } = useDesk()
  if (hand.aims.value.length < 2) return null
  return (
    <div class="aims" role="group" aria-label="What is dealt with">
      {hand.aims.value.map((place) => (
        <button
          type="button"
          key={place}
          class={place === hand.aim.value ? 'aim chosen' : 'aim'}
          aria-pressed={place === hand.aim.value}
          onClick={() => hand.aimAt(place)}
        >
          {table.fieldName(place)}
        </button>
      ))}
    </div>
  )
}

/** Odds to choose between, each over its own button. */
function Offers({ offers }: { offers: readonly ActionView[] }) {
  const { hand, table } = useDesk()
  return (
    <div class={offers.length > 1 ? 'offers several' : 'offers'}>
      {offers.map((action, i) => (
        <div class="offer" key={action.do}>
          {action.preview?.odds && <OddsView odds={action.preview.odds} />}
          <button
            type="button"
            class={i === 0 ? 'primary' : 'secondary'}
            data-do={action.do}
            disabled={table.busy.value}
            onClick={() => void hand.perform(action, true)}
          >
            {wording(action)}
          </button>
        </div>
      ))}
    </div>
  )
}

function Aimed({ place }: { place: string }) {
  const { hand, table } = useDesk()
  const beginning = useBeginning()
  const joining = hand.hinted.value
  const shown = joining?.preview?.odds ? joining : beginning
  return (
    <>
      <h2>{table.fieldName(place)}</h2>
      <Aims />
      {shown?.preview?.odds ? (
        <>
          {shown === joining && joining !== beginning && (
            <p class="hint">With {hand.nameOf(joining.clicks?.[0] ?? '')}:</p>
          )}
          <BothOdds preview={shown.preview} />
        </>
      ) : (
        <p class="hint">Click the units that take part. A double click takes a stack.</p>
      )}
      {beginning && (
        <button
          type="button"
          class="primary"
          data-begin
          disabled={table.busy.value}
          onClick={() => void hand.perform(beginning, true)}
        >
          Begin
        </button>
      )}
    </>
  )
}

export function BattlePanel() {
  const { hand, table, replay } = useDesk()
  const { offers, aim } = hand
  if (hand.pending.value || replay.on.value || table.passTo.value) return null
  if (offers.value.length === 0 && !aim.value) return null
  return (
    <section class="confirm battle-panel" aria-label="Battle">
      {aim.value && offers.value.length === 0 ? <Aimed place={aim.value} /> : <Offers offers={offers.value} />}
    </section>
  )
}
