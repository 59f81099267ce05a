/** The other side's turn in words, until it has been read; from here the film is seen again, shared and kept. */
import { api } from '../api'
import type { DigestLine } from '../model/scenes'
import { useDesk } from '../state/desk'
import { format } from '../state/route'
import { Icon } from '../ui/Icon'
import { tell } from '../ui/Toast'

const ICONS: Record<DigestLine['kind'], string> = {
  taken: 'flag',
  lost: 'close',
  cut: 'supply',
  reduced: 'minus',
  moved: 'forward',
  battles: 'dice',
  why: 'info',
}

function Line({ line }: { line: DigestLine }) {
  const desk = useDesk()
  return (
    <li class={`side-${line.side || 'none'} digest-${line.kind}`}>
      <Icon name={ICONS[line.kind]} size={16} />
      {line.at.some((id) => desk.table.geometry.places[id]) ? (
        <button type="button" class="log-pointer" onClick={() => desk.point(line.at)}>
          {line.text}
        </button>
      ) : (
        <span>{line.text}</span>
      )}
    </li>
  )
}

/** A link to the film and a file of it. */
function Keep() {
  const { table, show } = useDesk()
  const told = show.told.value
  if (!told) return null
  const { id } = table.summary.value
  const film = { from: told.from, to: told.to, seat: told.seat }
  const share = (): void => {
    const link = new URL(format({ page: 'game', id, replay: null, film }), location.href).href
    const shown = (): void => tell(`The link to this film: ${link}`, undefined, 30)
    if (!navigator.clipboard) shown()
    else navigator.clipboard.writeText(link).then(() => tell('The link to this film is in the clipboard.'), shown)
  }
  return (
    <>
      <button type="button" class="secondary" onClick={share}>
        <Icon name="copy" size={16} /> Link
      </button>
      <a class="secondary button-link" href={api.filmUrl(id, film)} download={`film-${told.from}-${told.to}.webp`}>
        <Icon name="export" size={16} /> File
      </a>
    </>
  )
}

export function DigestPanel() {
  const { table, show, replay } = useDesk()
  const lines = show.digest.value
  if (!lines || replay.on.value) return null
  const told = show.told.value
  const title = told ? `${table.sideLabel(told.side)}, turn ${told.turn}` : 'What happened'
  return (
    <section class="digest" aria-label="What happened">
      <h2>{title}</h2>
      {lines.length === 0 && <p>Nothing was lost, taken or cut off.</p>}
      <ul>
        {lines.map((line, i) => (
          <Line key={i} line={line} />
        ))}
      </ul>
      <div class="digest-buttons">
        <button type="button" class="primary" onClick={() => show.dismiss()}>
          Read
        </button>
        <button type="button" class="secondary" onClick={() => show.again()}>
          <Icon name="play" size={16} /> Again
        </button>
        <Keep />
      </div>
    </section>
  )
}
