/** Saved games, and the ways to a new one. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api'
import type { Summary, TitleInfo } from '../model/contract.gen'
import { go } from '../state/route'
import { HelpDialog } from '../ui/HelpDialog'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import { SettingsDialog } from '../ui/SettingsDialog'
import { tell } from '../ui/Toast'
import { GameTile } from './GameTile'
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

export function HomePage() {
  const { games, reload, then } = useGames()
  const [titles, setTitles] = useState<TitleInfo[]>([])
  const [dialog, setDialog] = useState<'new' | 'settings' | 'help' | 'trash' | null>(null)
  useEffect(() => void api.titles().then(setTitles, (error) => tell(message(error))), [])
  const labels = (title: string) => (side: string) =>
    titles.find((t) => t.name === title)?.sides.find((s) => s.name === side)?.label ?? side
  const remove = (game: Summary): void =>
    then(api.remove(game.id), () =>
      tell(`“${game.name}” is in the trash.`, { label: 'Undo', run: () => void api.restore(game.id).then(reload) }, 12),
    )
  return (
    <div class="home">
      <header class="home-head">
        <div>
          <h1>Rasputitsa</h1>
          <p>The Eastern Front on your table</p>
        </div>
        <nav aria-label="Page">
          <IconButton icon="settings" label="Settings" onClick={() => setDialog('settings')} />
          <IconButton icon="help" label="Help" onClick={() => setDialog('help')} />
        </nav>
      </header>
      <main>
        <div class="home-actions">
          <button type="button" class="primary big" disabled={titles.length === 0} onClick={() => setDialog('new')}>
            <Icon name="plus" /> New game
          </button>
          <ImportButton />
          <button type="button" class="quiet big" onClick={() => setDialog('trash')}>
            <Icon name="trash" /> Trash
          </button>
        </div>
        <h2>Saved games</h2>
        {games?.length === 0 && (
          <p class="empty">None yet. Every game you start is saved by itself after each action.</p>
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
      </main>
      {dialog === 'new' && <NewGameDialog titles={titles} onClose={() => setDialog(null)} />}
      {dialog === 'settings' && <SettingsDialog onClose={() => setDialog(null)} />}
      {dialog === 'trash' && <TrashDialog onClose={() => setDialog(null)} onChange={() => void reload()} />}
      {dialog === 'help' && <HelpDialog onClose={() => setDialog(null)} />}
    </div>
  )
}
