/** What is asked of whom, and the answers that have no place on the map. */

import { wording } from '../model/clicks'
import type { ActionView } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { Icon } from '../ui/Icon'
import { RuleLink } from '../ui/RuleLink'
import { FilmBar } from './FilmBar'
import { Thinking } from './Thinking'
import { UndoMenu } from './UndoMenu'

function Answer({ action, first }: { action: ActionView; first: boolean }) {
  const { hand, table } = useDesk()
  return (
    <button
      type="button"
      class={first ? 'primary' : 'secondary'}
      data-do={action.do}
      title={action.preview?.text ?? action.preview?.warning}
      disabled={table.busy.value}
      onClick={() => void hand.perform(action)}
    >
      {wording(action)}
      {action.preview?.pays !== undefined && <small> ({action.preview.pays || 'free'})</small>}
    </button>
  )
}

/** A few answers are buttons; many go into the list of choices. */
const MOST = 6

function Answers() {
  const { table, panels } = useDesk()
  const buttons = (table.view.value?.buttons ?? []).filter((action) => !action.preview?.odds)
  const shown = buttons.slice(0, MOST)
  /** Where a card is asked for, doing without is not what one means first. */
  const cards = Object.keys(table.view.value?.handles ?? {}).some((handle) => handle.startsWith('card:'))
  return (
    <div class="answers">
      {shown.map((action, i) => (
        <Answer key={action.do} action={action} first={i === 0 && !cards} />
      ))}
      {buttons.length > MOST && (
        <button type="button" class="secondary" onClick={() => (panels.dialog.value = 'choices')}>
          {buttons.length - MOST} more …
        </button>
      )}
    </div>
  )
}

/** Not to be asked again: in this phase, or about this kind of event. */
function PassMore() {
  const { passing } = useDesk()
  const asked = passing.asked
  if (!asked) return null
  return (
    <details class="pass-more">
      <summary class="quiet" title="Pass more than this once">
        Pass …
      </summary>
      <div class="popover">
        <button type="button" class="secondary" data-pass="phase" onClick={() => passing.passPhase()}>
          Pass for the rest of this phase
        </button>
        <button type="button" class="secondary" data-pass="kind" onClick={() => passing.passKind()}>
          Pass {asked.kind_label} from now on
        </button>
      </div>
    </details>
  )
}

/** What is being passed, to be asked about again at a click. */
function Passed() {
  const { passing } = useDesk()
  return (
    <>
      {passing.passed.value.map(({ key, label }) => (
        <button type="button" class="quiet" key={key} data-passed={key} onClick={() => passing.stop(key)}>
          Passing {label} <Icon name="close" size={14} />
        </button>
      ))}
    </>
  )
}

function AllChoices() {
  const { panels } = useDesk()
  return (
    <button
      type="button"
      class="quiet"
      aria-label="All choices"
      title="All choices as a list ( / )"
      onClick={() => (panels.dialog.value = 'choices')}
    >
      <Icon name="list" size={18} />
      <span class="wide-only">Choices</span>
    </button>
  )
}

function PassOn({ side }: { side: string }) {
  const { table, panels } = useDesk()
  return (
    <div class="answers">
      <button type="button" class="primary" onClick={() => (panels.cover.value = side)}>
        <Icon name="swap" size={18} /> Hand over to the {table.sideLabel(side)} player
      </button>
    </div>
  )
}

export function PromptBar() {
  const { table, replay, show } = useDesk()
  const view = table.view.value
  const prompt = view?.prompt
  if (show.on.value) return <FilmBar />
  if (replay.on.value) return null
  const mine = prompt && (table.seat.value === 'open' || prompt.side === table.seat.value)
  const reacts = prompt && view?.banner.active && view.banner.active !== prompt.side
  return (
    <section class={`prompt side-${prompt?.side ?? 'none'}${mine ? ' mine' : ''}`} aria-label="What is asked">
      <div class="prompt-text">
        {prompt && <span class="who">{table.sideLabel(prompt.side)}</span>}
        {reacts && <span class="reacts">in the other side’s turn</span>}
        <span class="what">{prompt ? prompt.text : view?.result ? 'The game is over.' : 'Waiting'}</span>
        <RuleLink rule={prompt?.rule} />
      </div>
      <div class="prompt-right">
        <Thinking />
        {table.passTo.value ? <PassOn side={table.passTo.value} /> : mine ? <Answers /> : null}
        <div class="prompt-tools">
          <Passed />
          {mine && !table.passTo.value && <PassMore />}
          {mine && !table.passTo.value && <AllChoices />}
          <UndoMenu />
        </div>
      </div>
    </section>
  )
}
