/** One game on the table. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { MapView } from '../map/MapView'
import { untilItAnswers } from '../online/fetching'
import { MatchNews } from '../online/MatchNews'
import { me } from '../online/me'
import { Desk, DeskProvider, useDesk } from '../state/desk'
import { type FilmLink, go } from '../state/route'
import { settings } from '../state/settings'
import { markSettled } from '../state/settled'
import { useSounds } from '../state/sounds'
import { fetchMaterials, type Materials } from '../state/table'
import { HelpDialog } from '../ui/HelpDialog'
import { SettingsDialog } from '../ui/SettingsDialog'
import { tell } from '../ui/Toast'
import { Banner } from './Banner'
import { BattleBoard } from './BattleBoard'
import { Bottom } from './Bottom'
import { BranchDialog } from './BranchDialog'
import { CalendarDialog } from './CalendarDialog'
import { ChoicesDialog } from './ChoicesDialog'
import { DiceDialog } from './DiceDialog'
import { DigestPanel } from './DigestPanel'
import { Dispatch } from './Dispatch'
import { Dock } from './Dock'
import { EffectsBar } from './EffectsBar'
import { FirstSteps } from './FirstSteps'
import { GameDialog } from './GameDialog'
import { useGuide } from './guide'
import { HandFan } from './HandFan'
import { HandOver, useAutoSit } from './HandOver'
import { listenToKeys } from './keyboard'
import { MapControls, SupplyLegend } from './MapControls'
import { Notice } from './Notice'
import { OrdersDialog } from './OrdersDialog'
import { PromptBar } from './PromptBar'
import { ReportDialog, useFiveFingers } from './ReportDialog'
import { SequenceDrawer } from './SequenceDrawer'
import { VictoryDialog } from './VictoryDialog'

const DIALOGS = {
  calendar: CalendarDialog,
  victory: VictoryDialog,
  choices: ChoicesDialog,
  settings: SettingsDialog,
  help: HelpDialog,
  dice: DiceDialog,
  branch: BranchDialog,
  game: GameDialog,
  orders: OrdersDialog,
  report: ReportDialog,
}

function Dialogs() {
  const { panels } = useDesk()
  const name = panels.dialog.value
  const Open = name ? DIALOGS[name] : null
  return Open ? <Open onClose={() => (panels.dialog.value = null)} /> : null
}

/** What keeps the game from going on. */
function Link() {
  const { table } = useDesk()
  const link = table.link.value
  const text = link.state === 'lost' || link.state === 'refused' ? link.text : table.trouble.value
  return text ? <div class="link-lost">{text}</div> : null
}

/** After each change: keep the focus where the keys work, show the verdict once. */
function useFollow(desk: Desk): void {
  const rev = desk.table.rev.value
  const over = !!desk.table.view.value?.result
  useEffect(() => {
    const lost = document.activeElement === document.body
    if (lost && desk.hand.byKeys.value) document.getElementById('map')?.focus({ preventScroll: true })
  }, [rev])
  useEffect(() => {
    if (over && !desk.replay.on.value && desk.table.summary.value.mode !== 'replay')
      desk.panels.dialog.value = 'victory'
  }, [over])
}

function Playing() {
  const desk = useDesk()
  const { table, panels } = desk
  useFollow(desk)
  useGuide(desk)
  useAutoSit()
  useFiveFingers()
  useSounds(desk)
  useEffect(() => listenToKeys(desk), [desk])
  const element = useRef<HTMLDivElement>(null)
  const view = table.shown.value
  const covered = !!panels.cover.value
  const ready = !!view && !desk.opening.value
  useEffect(() => (element.current ? markSettled(element.current, desk) : undefined), [desk, covered, ready])
  if (!view || desk.opening.value) return <p class="loading">Setting up the table …</p>
  if (panels.cover.value) return <HandOver side={panels.cover.value} />
  return (
    <div class="table" ref={element} data-rev={table.rev.value}>
      <button type="button" class="skip" onClick={() => document.getElementById('map')?.focus()}>
        To the map
      </button>
      <Banner />
      <SequenceDrawer />
      <PromptBar />
      <aside class="gutter" aria-label="Beside the map">
        <MapControls />
        <EffectsBar />
      </aside>
      <main class="field-of-view">
        <h1 class="unseen">{table.summary.value.name}</h1>
        <MapView />
        <SupplyLegend />
        <FirstSteps />
        <Dispatch />
        <DigestPanel />
        <BattleBoard />
        <Notice />
        <MatchNews />
        <Bottom />
        <HandFan />
        <Link />
      </main>
      <Dock />
      <Dialogs />
    </div>
  )
}

/** Two players at one screen: whoever opens the game says who sits down. */
const wantsCover = ({ summary, match }: Materials): boolean =>
  summary.mode === 'hotseat' && !match && !summary.over && settings.value.handOver

interface Wish {
  replayAt: number | null
  film: FilmLink | undefined
}

/** A record, a point of a game or a film of it: nothing is shown before that, least of all how it ended. */
function lookBack(desk: Desk, { replayAt, film }: Wish): Promise<void> {
  desk.opening.value = true
  const shown = film ? desk.show.start(film) : desk.replay.start(replayAt ?? 0, true)
  return shown
    .catch((error: Error) => tell(error.message))
    .finally(() => {
      desk.opening.value = false
    })
}

function Opened({ materials, ...wish }: Wish & { materials: Materials }) {
  const desk = useMemo(() => new Desk(materials), [materials])
  useEffect(() => {
    const looking = wish.film || wish.replayAt !== null || materials.summary.mode === 'replay'
    if (looking) void lookBack(desk, wish)
    else if (wantsCover(materials)) desk.panels.cover.value = materials.summary.to_move
    return () => desk.close()
  }, [desk])
  return (
    <DeskProvider value={desk}>
      <Playing />
    </DeskProvider>
  )
}

export function TablePage({ id, replayAt, film }: Wish & { id: string }) {
  const [materials, setMaterials] = useState<Materials | null>(null)
  const [fault, setFault] = useState('')
  useEffect(() => {
    setMaterials(null)
    return untilItAnswers(() => fetchMaterials(id), setMaterials, setFault)
  }, [id])
  if (fault) {
    return (
      <main class="loading">
        <p>{fault}</p>
        <button type="button" class="primary" onClick={() => go({ page: 'home' })}>
          {me.value ? 'My games' : 'Saved games'}
        </button>
      </main>
    )
  }
  if (!materials) return <main class="loading">Unfolding the map …</main>
  return <Opened key={id} materials={materials} replayAt={replayAt} film={film} />
}
