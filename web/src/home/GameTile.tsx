/** A game: where it stands, what it is, who plays, whose turn it is; and what may be done with it. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api'
import type { Summary } from '../model/contract.gen'
import { tileSeat } from '../model/tiles'
import { go } from '../state/route'
import { theme } from '../state/settings'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import { ago } from './ago'
import { positionPicture, thumbnail } from './thumbnail'

interface Props {
  game: Summary
  sideLabel: (side: string) => string
  onRename?: (name: string) => void
  onDuplicate?: () => void
  onDelete?: () => void
  /** The seat whose sight the picture shows. */
  seat?: string
  /** Does it wait for the reader? */
  waits?: boolean
  state?: string
  verb?: string
  /** Who plays what, in words. */
  about?: string
  more?: ComponentChildren
  tools?: ComponentChildren
}

const MODES = {
  solo: 'Against the computer',
  hotseat: 'Two at one screen',
  study: 'Study',
  watch: 'Computers only',
  replay: 'Record',
}

function standing(game: Summary, sideLabel: (side: string) => string): string {
  if (game.result) return game.result.winner ? `${sideLabel(game.result.winner)} won` : 'Drawn'
  if (game.mode === 'replay') return 'To look at'
  if (!game.to_move) return ''
  const mine = game.mode === 'solo' && game.seats[game.to_move]?.kind === 'human'
  return mine ? `Your turn: ${sideLabel(game.to_move)}` : `${sideLabel(game.to_move)} to decide`
}

/** Against the computer: which side one plays, and which computer the other. */
function players(game: Summary, sideLabel: (side: string) => string): string {
  if (game.mode !== 'solo') return MODES[game.mode]
  const entries = Object.entries(game.seats)
  const mine = entries.find(([, chair]) => chair.kind === 'human')?.[0] ?? ''
  const other = entries.find(([, chair]) => chair.kind === 'computer')?.[1].label ?? 'the computer'
  return `You play ${sideLabel(mine)} against ${other}`
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

/** The position, painted once the tile has been scrolled into sight. */
function Picture({ game, seat }: { game: Summary; seat: string }) {
  const element = useRef<HTMLSpanElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
    })
    if (element.current) watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [])
  const { url, real } = seen
    ? positionPicture(game, seat, theme())
    : { url: thumbnail(game.title, theme()), real: false }
  return (
    <span
      ref={element}
      class={real ? 'tile-picture position' : 'tile-picture'}
      style={url ? { backgroundImage: `url(${url})` } : undefined}
    />
  )
}

function Tools({
  game,
  onRename,
  onDuplicate,
  onDelete,
}: Pick<Props, 'game' | 'onDuplicate' | 'onDelete'> & { onRename: () => void }) {
  return (
    <>
      <IconButton icon="edit" label="Rename" onClick={onRename} />
      {onDuplicate && <IconButton icon="copy" label="Duplicate" onClick={onDuplicate} />}
      <a
        class="icon-button"
        href={api.exportUrl(game.id)}
        download
        title="Save the record"
        aria-label="Save the record"
      >
        <Icon name="export" />
      </a>
      {onDelete && <IconButton icon="trash" label="Delete" onClick={onDelete} />}
    </>
  )
}

export function GameTile(props: Props) {
  const { game, sideLabel, onRename, waits } = props
  const [renaming, setRenaming] = useState(false)
  const share = Math.min(1, game.turn / Math.max(1, game.last_turn))
  const open = (): void => go({ page: 'game', id: game.id, replay: game.mode === 'replay' ? 0 : null })
  return (
    <li class={`tile side-${game.to_move ?? 'none'}${waits ? ' waits' : ''}`} data-game={game.id}>
      <button type="button" class="tile-open" onClick={open}>
        <span class="unseen">Open {game.name}, </span>
        <Picture game={game} seat={props.seat ?? tileSeat(game)} />
        <span class="tile-state">{props.state ?? standing(game, sideLabel)}</span>
      </button>
      <div class="tile-text">
        {renaming && onRename ? (
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
        <p>{props.about ?? players(game, sideLabel)}</p>
        {props.more}
        <p class="quiet-text">
          Turn {game.turn} of {game.last_turn}, {game.date} · {ago(game.updated)}
        </p>
        <div class="tile-progress" role="img" aria-label={`Turn ${game.turn} of ${game.last_turn}`}>
          <i style={{ width: `${share * 100}%` }} />
        </div>
        <div class="tile-buttons">
          <button type="button" class="primary" onClick={open}>
            {props.verb ?? (game.mode === 'replay' ? 'Watch' : game.over ? 'Look' : 'Play')}
          </button>
          {props.tools}
          {onRename && <Tools {...props} onRename={() => setRenaming(true)} />}
        </div>
      </div>
    </li>
  )
}
