/** The first page: games, and the ways to a new one. With accounts, the games with others and the lobby stand first. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api'
import type { Summary, TitleInfo } from '../model/contract.gen'
import { AccountButton } from '../online/AccountButton'
import { Lobby, WatchList } from '../online/Lobby'
import { MyGames, useMyGames } from '../online/MyGames'
import { me } from '../online/me'
import { useTitles } from '../online/titles'
import { go } from '../state/route'
import { HelpDialog } from '../ui/HelpDialog'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import { SettingsDialog } from '../ui/SettingsDialog'
import { tell } from '../ui/Toast'
import { GameTile } from './GameTile'
import { Landscape } from './Landscape'
import { NewGameDialog } from './NewGameDialog'
import { TrashDialog } from './TrashDialog'

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function useGames() {
  const [games, setGames] = useState<Summary[] | null>(null)
  const reload = (): Promise<void> => api.games().then(setGames, (error) => tell(message(error)))
  useEffect(() => void reload(), [])
  /** Do something, tell what went wrong, and look again. */
  const then = (work: Promise<unknown>, after?: () => void): void => {
    work.then(
      () => {
        after?.()
        void reload()
      },
      (error) => tell(message(error)),
    )
  }
  return { games, reload, then }
}

function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    try {
      const game = await api.importRecord(await file.text(), file.name.replace(/\.[^.]+$/, ''), false)
      go({ page: 'game', id: game.id, replay: 0 })
    } catch (error) {
      tell(`This record cannot be read: ${message(error)}`)
    }
  }
  return (
    <>
      <button type="button" class="secondary big" onClick={() => input.current?.click()}>
        <Icon name="import" /> Open a record
      </button>
      <input
        ref={input}
        class="unseen"
        type="file"
        accept=".txt,.record,text/plain"
        tabIndex={-1}
        aria-label="Record file"
        onChange={(e) => {
          void read(e.currentTarget.files?.[0])
          e.currentTarget.value = ''
        }}
      />
    </>
  )
}

type DialogName = 'new' | 'settings' | 'help' | 'trash'

function Head({ onOpen }: { onOpen: (dialog: DialogName) => void }) {
  return (
    <header class="home-head tall">
      <Landscape />
      <div class="home-name">
        <h1>Rasputitsa</h1>
        <p>The Eastern Front on your table</p>
      </div>
      <nav aria-label="Page">
        {me.value && <AccountButton name={me.value.nickname} admin={me.value.admin} />}
        <IconButton icon="settings" label="Settings" onClick={() => onOpen('settings')} />
        <IconButton icon="help" label="Help" onClick={() => onOpen('help')} />
      </nav>
    </header>
  )
}

interface SavedProps {
  titles: TitleInfo[]
  onOpen: (dialog: DialogName) => void
  store: ReturnType<typeof useGames>
}

const SavedTitle = ({ words }: { words: string }) => <h2 id="saved-title">{words}</h2>

/** Games on this server that are no games between people. */
function SavedGames({ titles, onOpen, store }: SavedProps) {
  const { reload, then } = store
  const games = store.games?.filter((game) => !game.shared)
  const labels = (title: string) => (side: string) =>
    titles.find((t) => t.name === title)?.sides.find((s) => s.name === side)?.label ?? side
  const remove = (game: Summary): void =>
    then(api.remove(game.id), () =>
      tell(`“${game.name}” is in the trash.`, { label: 'Undo', run: () => void api.restore(game.id).then(reload) }, 12),
    )
  return (
    <section aria-labelledby="saved-title">
      {me.value && <SavedTitle words="Games on my own" />}
      <div class="home-actions">
        <button type="button" class="primary big" disabled={titles.length === 0} onClick={() => onOpen('new')}>
          <Icon name="plus" /> New game
        </button>
        <ImportButton />
        <button type="button" class="quiet big" onClick={() => onOpen('trash')}>
          <Icon name="trash" /> Trash
        </button>
      </div>
      {!me.value && <SavedTitle words="Saved games" />}
      {games?.length === 0 && (
        <p class="empty">
          {me.value ? 'None yet: against the computer, or two at one screen. ' : 'None yet. '}
          Every game you start is saved by itself after each action.
        </p>
      )}
      <ul class="tiles">
        {games?.map((game) => (
          <GameTile
            key={game.id}
            game={game}
            sideLabel={labels(game.title)}
            onRename={(name) => then(api.change(game.id, { name }))}
            onDuplicate={() => then(api.duplicate(game.id, `${game.name} (copy)`))}
            onDelete={() => remove(game)}
          />
        ))}
      </ul>
    </section>
  )
}

interface OthersProps {
  titles: TitleInfo[]
  known: Set<string>
  /** Learns which games these are. */
  onGames: (ids: Set<string>) => void
}

/** Games with others, and the lobby. */
function WithOthers({ titles, known, onGames }: OthersProps) {
  const mine = useMyGames()
  useEffect(() => {
    if (mine.value) onGames(new Set(mine.value.map(({ game }) => game.id)))
  }, [mine.value])
  return (
    <>
      <MyGames loaded={mine} titles={titles} />
      <Lobby titles={titles} onBegun={() => void mine.reload()} />
      <WatchList titles={titles} mine={known} />
    </>
  )
}

export function HomePage() {
  const store = useGames()
  const titles = useTitles()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [others, setOthers] = useState<Set<string>>(new Set())
  const close = (): void => setDialog(null)
  return (
    <div class="home">
      <Head onOpen={setDialog} />
      <main>
        {me.value && <WithOthers titles={titles} known={others} onGames={setOthers} />}
        <SavedGames titles={titles} onOpen={setDialog} store={store} />
      </main>
      {dialog === 'new' && <NewGameDialog titles={titles} onClose={close} />}
      {dialog === 'settings' && <SettingsDialog onClose={close} />}
      {dialog === 'trash' && <TrashDialog onClose={close} onChange={() => void store.reload()} />}
      {dialog === 'help' && <HelpDialog onClose={close} />}
    </div>
  )
}
