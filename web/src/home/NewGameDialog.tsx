/** New game: title, scenario, edition, options with explanations, side, opponent. */
import { useState } from 'preact/hooks'
import { api } from '../api'
import type { TitleInfo } from '../model/contract.gen'
import { type Draft, draft, order } from '../model/newgame'
import { go } from '../state/route'
import { Dialog } from '../ui/Dialog'
import { GameFields } from './GameFields'
import { OptionFields } from './OptionFields'
import { SeatFields } from './SeatFields'

export function NewGameDialog({ titles, onClose }: { titles: TitleInfo[]; onClose: () => void }) {
  const [made, setMade] = useState<Draft>(() => draft(titles[0]!))
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const start = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      const game = await api.create(order(made))
      onClose()
      go({ page: 'game', id: game.id, replay: null })
    } catch (error) {
      setFault((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog title="New game" onClose={onClose} wide kind="new-game">
      <form onSubmit={(e) => void start(e)}>
        <GameFields titles={titles} made={made} onChange={setMade} />
        <SeatFields made={made} onChange={setMade} />
        <OptionFields made={made} onChange={setMade} />
        <label class="field">
          <span>Name of the game</span>
          <input
            value={made.name}
            placeholder={made.scenario.label}
            maxLength={120}
            onInput={(e) => setMade({ ...made, name: e.currentTarget.value })}
          />
        </label>
        {fault && (
          <p class="warning" role="alert">
            {fault}
          </p>
        )}
        <div class="dialog-foot">
          <button type="button" class="secondary" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary big" disabled={busy}>
            Start the game
          </button>
        </div>
      </form>
    </Dialog>
  )
}
