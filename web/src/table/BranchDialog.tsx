/** "What if": a new game from the point one looks at. */
import { useState } from 'preact/hooks'
import { api } from '../api'
import { useDesk } from '../state/desk'
import { go } from '../state/route'
import { Dialog } from '../ui/Dialog'

export function BranchDialog({ onClose }: { onClose: () => void }) {
  const { table, replay, hand } = useDesk()
  const game = table.summary.value
  const ply = replay.on.value ? replay.ply.value : table.ply.value
  const [name, setName] = useState(`${game.name}, what if`)
  const [seats, setSeats] = useState<Record<string, string>>(
    Object.fromEntries(
      table.title.sides.map(({ name: side }) => {
        const seat = game.seats[side]
        return [side, seat?.kind === 'computer' ? `computer:${seat.player}` : 'human']
      }),
    ),
  )
  const start = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      const made = await api.branch(game.id, { ply, name, seats, open: game.mode === 'study' })
      onClose()
      go({ page: 'game', id: made.id, replay: null })
    } catch (error) {
      onClose()
      hand.refuse(error)
    }
  }
  return (
    <Dialog title="Play on from here" onClose={onClose}>
      <form onSubmit={(e) => void start(e)}>
        <p>A new game begins after action {ply}, with dice of its own. This game stays as it is.</p>
        <label class="field">
          <span>Name</span>
          <input value={name} maxLength={120} required onInput={(e) => setName(e.currentTarget.value)} />
        </label>
        {table.title.sides.map(({ name: side, label }) => (
          <label class="field" key={side}>
            <span>{label}</span>
            <select value={seats[side]} onChange={(e) => setSeats({ ...seats, [side]: e.currentTarget.value })}>
              <option value="human">Human</option>
              {table.title.players.map((p) => (
                <option key={p.name} value={`computer:${p.name}`}>
                  Computer: {p.label}
                </option>
              ))}
            </select>
          </label>
        ))}
        <div class="confirm-buttons">
          <button type="button" class="secondary" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Start
          </button>
        </div>
      </form>
    </Dialog>
  )
}
