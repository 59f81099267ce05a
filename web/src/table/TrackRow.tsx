/** Tracks that are rows of numbered spaces with a marker: victory points, operations used in a row, war status. */
import type { Track } from '../model/contract.gen'
import { spacesOf } from '../model/tracks'
import { useDesk } from '../state/desk'

function Row({ track }: { track: Track }) {
  const { table } = useDesk()
  return (
    <li class={`track-row side-${track.side || 'none'}`} data-track={track.id} title={track.help}>
      <h4>
        {track.label}{' '}
        <small>{[track.side && table.sideLabel(track.side), track.value].filter(Boolean).join(': ')}</small>
      </h4>
      <ol>
        {spacesOf(track).map(({ number, words, marked }) => (
          <li key={number} class={marked ? 'marked' : undefined} title={words} aria-current={marked || undefined}>
            {number}
            {words && <small>{words}</small>}
          </li>
        ))}
      </ol>
    </li>
  )
}

/** Tracks that are a figure alone, by side. */
export function TrackFigures({ tracks }: { tracks: Track[] }) {
  const { table } = useDesk()
  const alone = tracks.filter((track) => spacesOf(track).length === 0)
  if (alone.length === 0) return null
  return (
    <dl class="track-figures" aria-label="Figures">
      {alone.map((track) => (
        <div key={track.id} class={`side-${track.side || 'none'}`} data-track={track.id} title={track.help}>
          <dt>{[track.side && table.sideLabel(track.side), track.label].filter(Boolean).join(': ')}</dt>
          <dd>{track.value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Rows({ tracks }: { tracks: Track[] }) {
  const rows = tracks.filter((track) => spacesOf(track).length > 0)
  if (rows.length === 0) return null
  return (
    <ul class="track-rows" aria-label="Tracks">
      {rows.map((track) => (
        <Row key={track.id} track={track} />
      ))}
    </ul>
  )
}
