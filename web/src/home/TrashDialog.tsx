/** Deleted games: bring them back, or erase them for good. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api'
import type { Summary } from '../model/contract.gen'
import { Dialog } from '../ui/Dialog'
import { tell } from '../ui/Toast'
import { ago } from './ago'

export function TrashDialog({ onClose, onChange }: { onClose: () => void; onChange: () => void }) {
  const [games, setGames] = useState<Summary[] | null>(null)
  const reload = (): Promise<void> => api.games(true).then(setGames, (error: Error) => tell(error.message))
  useEffect(() => void reload(), [])
  const then = (work: Promise<unknown>): void =>
    void work.then(
      () => {
        onChange()
        return reload()
      },
      (error: Error) => tell(error.message),
    )
  return (
    <Dialog title="Trash" onClose={onClose}>
      {games?.length === 0 && <p class="empty">Nothing has been deleted.</p>}
      <ul class="trash">
        {games?.map((game) => (
          <li key={game.id}>
            <span>
              <strong>{game.name}</strong>
              <small>
                {game.title_label}, turn {game.turn}, deleted {ago(game.deleted ?? game.updated)}
              </small>
            </span>
            <button type="button" class="secondary" onClick={() => then(api.restore(game.id))}>
              Bring back
            </button>
            <button type="button" class="quiet" onClick={() => then(api.remove(game.id))}>
              Erase
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
