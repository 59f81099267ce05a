/** A saved game: what it is, how far it is, whose turn it is; rename, duplicate, save, delete. */
import { useState } from 'preact/hooks'
import { api } from '../api'
import type { Summary } from '../model/contract.gen'
import { go } from '../state/route'
import { theme } from '../state/settings'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import { ago } from './ago'
import { thumbnail } from './thumbnail'

interface Props {
  game: Summary
  sideLabel: (side: string) => string
  onRename: (name: string) => void
  onDuplicate: () => void
  onDelete: () => void
}

const MODES = {
  solo: 'Against the computer',
  hotseat: 'Two at one screen',
  study: 'Study',
  watch: 'Computers only',
  replay: 'Record',
}

function state(game: Summary, sideLabel: (side: string) => string): string {
  if (game.result) return game.result.winner ? `${sideLabel(game.result.winner)} won` : 'Drawn'
  if (game.mode === 'replay') return 'To look at'
  return game.to_move ? `${sideLabel(game.to_move)} to decide` : ''
}

function Rename({ game, onDone }: { game: Summary; onDone: (name: string | null) => void }) {
  const [name, setName] = useState(game.name)
  return (
    <form
      class="rename"
      onSubmit={(e) => {
        e.preventDefault()
        onDone(name.trim() || null)
      }}
    >
      <input
        aria-label="New name"
        value={name}
        maxLength={120}
        autofocus
        onInput={(e) => setName(e.currentTarget.value)}
      />
      <button type="submit" class="primary">
        Save
      </button>
      <button type="button" class="secondary" onClick={() => onDone(null)}>
        Cancel
      </button>
    </form>
  )
}

export function GameTile({ game, sideLabel, onRename, onDuplicate, onDelete }: Props) {
  const [renaming, setRenaming] = useState(false)
  const picture = thumbnail(game.title, theme())
  const share = Math.min(1, game.turn / Math.max(1, game.last_turn))
  const open = (): void => go({ page: 'game', id: game.id, replay: game.mode === 'replay' ? 0 : null })
  return (
    <li class={`tile side-${game.to_move ?? 'none'}`} data-game={game.id}>
      <button type="button" class="tile-open" onClick={open}>
        <span class="unseen">Open {game.name}, </span>
        <span class="tile-picture" style={picture ? { backgroundImage: `url(${picture})` } : undefined} />
        <span class="tile-state">{state(game, sideLabel)}</span>
      </button>
      <div class="tile-text">
        {renaming ? (
          <Rename
            game={game}
            onDone={(name) => {
              setRenaming(false)
              if (name) onRename(name)
            }}
          />
        ) : (
          <h3>{game.name}</h3>
        )}
        <p>
          {game.title_label} · {game.scenario_label}
        </p>
        <p class="quiet-text">
          {MODES[game.mode]} · turn {game.turn} of {game.last_turn}, {game.date} · {ago(game.updated)}
        </p>
        <div class="tile-progress" role="img" aria-label={`Turn ${game.turn} of ${game.last_turn}`}>
          <i style={{ width: `${share * 100}%` }} />
        </div>
        <div class="tile-buttons">
          <button type="button" class="primary" onClick={open}>
            {game.mode === 'replay' ? 'Watch' : game.over ? 'Look' : 'Play'}
          </button>
          <IconButton icon="edit" label="Rename" onClick={() => setRenaming(true)} />
          <IconButton icon="copy" label="Duplicate" onClick={onDuplicate} />
          <a
            class="icon-button"
            href={api.exportUrl(game.id)}
            download
            title="Save the record"
            aria-label="Save the record"
          >
            <Icon name="export" />
          </a>
          <IconButton icon="trash" label="Delete" onClick={onDelete} />
        </div>
      </div>
    </li>
  )
}
