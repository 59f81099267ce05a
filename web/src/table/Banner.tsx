/** The line at the top: turn, date, phase, weather, victory points, supports. */
import type { Track } from '../model/contract.gen'
import { me } from '../online/me'
import { useDesk } from '../state/desk'
import { go } from '../state/route'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'

export function weatherIcon(weather: string): string {
  const word = weather.toLowerCase()
  if (/snow|winter|blizzard|frost/.test(word)) return 'snow'
  if (/mud|rain|bad/.test(word)) return 'mud'
  return 'sun'
}

function TrackChip({ track, lead }: { track: Track; lead: boolean }) {
  return (
    <span
      class={`chip track side-${track.side || 'none'}${lead ? ' lead' : ''}`}
      data-track={track.id}
      title={track.help || track.label}
    >
      <span class="chip-label">{track.label}</span>
      <strong>{track.value}</strong>
    </span>
  )
}

function Tracks() {
  const { table } = useDesk()
  const banner = table.shown.value!.banner
  return (
    <div class="chips" role="list" aria-label="Figures">
      {banner.tracks?.map((track) => (
        <span role="listitem" key={track.id}>
          <TrackChip track={track} lead={!!banner.initiative && track.side === banner.initiative} />
        </span>
      ))}
    </div>
  )
}

function Turn() {
  const { table, panels } = useDesk()
  const { banner } = table.shown.value!
  return (
    <>
      <button type="button" class="chip turn" onClick={() => (panels.dialog.value = 'calendar')} title="Calendar">
        <span class="turn-number">
          {banner.turn}
          <small>/{banner.last_turn}</small>
        </span>
        <span class="turn-date">{banner.date}</span>
      </button>
      <button
        type="button"
        class={`chip phase side-${banner.active || 'none'}`}
        aria-expanded={panels.drawer.value}
        onClick={() => (panels.drawer.value = !panels.drawer.value)}
        title="Sequence of play"
      >
        <span class="chip-label">{table.sideLabel(banner.active)}</span>
        <strong>{table.phaseLabel(banner.phase)}</strong>
        <Icon name="down" size={14} />
      </button>
      {banner.weather && (
        <span class="chip weather" title={`Weather: ${banner.weather}`}>
          <Icon name={weatherIcon(banner.weather)} size={18} />
          <strong>{banner.weather}</strong>
        </span>
      )}
      {banner.initiative && (
        <span class={`chip initiative side-${banner.initiative}`} title="Has the initiative">
          <Icon name="flag" size={16} />
          <strong>{table.sideLabel(banner.initiative)}</strong>
        </span>
      )}
    </>
  )
}

export function Banner() {
  const { table, panels } = useDesk()
  return (
    <header class="banner">
      <IconButton icon="home" label={me.value ? 'My games' : 'Saved games'} onClick={() => go({ page: 'home' })} />
      <button type="button" class="game-name" onClick={() => (panels.dialog.value = 'game')} title="About this game">
        <strong>{table.summary.value.name}</strong>
        <small>{table.board.label}</small>
      </button>
      <Turn />
      <Tracks />
      <span class="spacer" />
      <IconButton icon="star" label="Victory" onClick={() => (panels.dialog.value = 'victory')} />
      <IconButton icon="settings" label="Settings" onClick={() => (panels.dialog.value = 'settings')} />
      <IconButton icon="help" label="Keys and help" onClick={() => (panels.dialog.value = 'help')} />
    </header>
  )
}
