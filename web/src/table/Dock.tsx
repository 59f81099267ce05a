/** The buttons that open panels, and the panel that is open. */
import { MatchButtons } from '../online/MatchButtons'
import { MatchPanel } from '../online/MatchPanel'
import { useDesk } from '../state/desk'
import type { PanelName } from '../state/panels'
import type { Table } from '../state/table'
import { IconButton } from '../ui/IconButton'
import { AwayPanel } from './AwayPanel'
import { BoxesPanel } from './BoxesPanel'
import { HandPanel } from './HandPanel'
import { InfoPanel } from './InfoPanel'
import { LogPanel } from './LogPanel'
import { RulesPanel } from './RulesPanel'

const PANELS: Record<PanelName, () => preact.JSX.Element> = {
  log: LogPanel,
  hand: HandPanel,
  boxes: BoxesPanel,
  rules: RulesPanel,
  info: InfoPanel,
  away: AwayPanel,
  match: MatchPanel,
}

function HandButton() {
  const { table, panels } = useDesk()
  const hands = Object.values(table.shown.value?.hands ?? {})
  if (hands.length === 0) return null
  const open = hands.filter((h) => h.cards)
  const cards = open.flatMap((h) => h.cards ?? [])
  const tone = cards.some((c) => c.mandatory) ? 'must' : cards.some((c) => c.playable) ? 'may' : ''
  const count = open.reduce((sum, h) => sum + h.count, 0)
  return (
    <IconButton
      icon="cards"
      label="Cards"
      badge={count}
      tone={tone}
      pressed={panels.panel.value === 'hand'}
      onClick={() => panels.toggle('hand')}
      showLabel
    />
  )
}

/** Did the other side do something since this one last acted? */
const missed = (table: Table): boolean =>
  table.log.value.some(
    (e) => e.ply > table.ply.value - table.away.value && e.side !== 'chance' && e.side !== table.seat.value,
  )

function Buttons() {
  const desk = useDesk()
  const { table, panels, replay } = desk
  const open = panels.panel.value
  const inform = (): void => {
    panels.asking.value = !panels.asking.value
    panels.panel.value = panels.asking.value ? 'info' : null
    if (panels.asking.value) panels.subject.value = null
  }
  return (
    <nav class="dock" aria-label="Panels">
      <MatchButtons />
      <HandButton />
      <IconButton icon="list" label="Log" pressed={open === 'log'} onClick={() => panels.toggle('log')} showLabel />
      {(table.board.boxes?.length ?? 0) > 0 && (
        <IconButton
          icon="boxes"
          label="Off-map"
          pressed={open === 'boxes'}
          onClick={() => panels.toggle('boxes')}
          showLabel
        />
      )}
      <IconButton
        icon="info"
        label="Info"
        pressed={panels.asking.value || open === 'info'}
        onClick={inform}
        showLabel
      />
      <IconButton
        icon="supply"
        label="Supply"
        pressed={!!panels.supply.value}
        onClick={() => void desk.cycleSupply()}
        showLabel
      />
      <IconButton
        icon="book"
        label="Rules"
        pressed={open === 'rules'}
        onClick={() => panels.toggle('rules')}
        showLabel
      />
      <IconButton
        icon="clock"
        label="Replay"
        pressed={replay.on.value}
        onClick={() => void (replay.on.value ? replay.stop() : replay.start())}
        showLabel
      />
      {table.shown.value?.battle && !desk.battle.value && (
        <IconButton
          icon="battle"
          label="Battle"
          onClick={() => (desk.battle.value = table.shown.value?.battle ?? null)}
          showLabel
        />
      )}
      {missed(table) && (
        <IconButton
          icon="eye"
          label="Away"
          badge={table.away.value}
          pressed={open === 'away'}
          onClick={() => panels.toggle('away')}
          showLabel
        />
      )}
    </nav>
  )
}

export function Dock() {
  const { panels } = useDesk()
  const Open = panels.panel.value ? PANELS[panels.panel.value] : null
  return (
    <>
      <Buttons />
      {Open && <Open />}
    </>
  )
}
