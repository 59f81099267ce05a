/** All that is known of a place, a piece or a card. */
import type { Face, Piece } from '../model/contract.gen'
import type { PlaceId } from '../model/ids'
import { PieceIcon } from '../pieces/PieceIcon'
import { useDesk } from '../state/desk'
import { CardFaceView } from './CardFaceView'
import { Panel } from './Panel'

function FaceFacts({ face }: { face: Face }) {
  const facts: [string, string | undefined][] = [
    ['Type', face.symbol.replace(/-/g, ' ')],
    ['Size', face.size],
    ['Strength', face.strength ? `${face.strength}${face.white ? ' (white: no attack of its own will)' : ''}` : ''],
    ['Movement', face.move],
    ['Steps', face.max_steps ? `${face.steps ?? 0} of ${face.max_steps}` : ''],
    ['Fire', face.fire?.toUpperCase()],
    ['Nation', face.nation?.replace(/-/g, ' ')],
    ['Formation', face.band],
  ]
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function PieceInfo({ piece }: { piece: Piece }) {
  const desk = useDesk()
  const { table, panels } = desk
  const help = table.board.help ?? {}
  const other = piece.back ? { ...piece, face: piece.back, marks: [], acts: false } : null
  return (
    <div class="info-piece">
      <div class="info-sides">
        <figure>
          <PieceIcon piece={piece} symbols={table.symbols} size={112} />
          <figcaption>{piece.face?.name || 'Unknown'}</figcaption>
        </figure>
        {other && (
          <figure>
            <PieceIcon piece={other} symbols={table.symbols} size={112} />
            <figcaption>Other side</figcaption>
          </figure>
        )}
      </div>
      <p>
        {table.sideLabel(piece.owner)} · {table.placeName(piece.at)}
      </p>
      {piece.face ? <FaceFacts face={piece.face} /> : <p>Nothing is known of this unit.</p>}
      {piece.face?.text?.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {piece.marks?.map((mark) => (
        <p key={mark} class="mark-help">
          <strong>{mark.replace(/_/g, ' ')}</strong> {help[mark]}
        </p>
      ))}
      <button
        type="button"
        class="secondary"
        aria-pressed={panels.reach.value !== null}
        onClick={() => void desk.showReach(panels.reach.value ? null : piece.id)}
      >
        {panels.reach.value ? 'Hide its reach' : 'Show its reach'}
      </button>
    </div>
  )
}

function PlaceInfo({ id }: { id: PlaceId }) {
  const { table, panels } = useDesk()
  const place = table.board.places.find((p) => p.id === id)
  const box = table.board.boxes?.find((b) => b.id === id)
  const state = table.shown.value?.places[id]
  const help = table.board.help ?? {}
  const stack = table.stacks.value.get(id) ?? []
  return (
    <div>
      <h3>{place?.name || box?.label || `Hex ${id}`}</h3>
      <p class="quiet-text">{[id, place?.kind].filter(Boolean).join(' · ')}</p>
      {box?.help && <p>{box.help}</p>}
      {state?.control && <p>Controlled by {table.sideLabel(state.control)}.</p>}
      {state?.supplied?.map((side) => (
        <p key={side}>Working supply source of {table.sideLabel(side)}.</p>
      ))}
      {state?.marks?.map((mark) => (
        <p key={mark}>
          <strong>{mark.replace(/_/g, ' ')}</strong> {help[mark]}
        </p>
      ))}
      {state?.note && <p>{state.note}</p>}
      {place?.info && (
        <ul class="terrain-lines">
          {place.info.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {stack.length > 0 && (
        <div class="box-pieces">
          {stack.map((piece) => (
            <button
              type="button"
              class="box-piece"
              key={piece.id}
              onClick={() => panels.inform({ kind: 'piece', id: piece.id })}
            >
              <PieceIcon piece={piece} symbols={table.symbols} size={54} />
              <span class="unseen">{table.pieceName(piece)}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

export function InfoPanel() {
  const { table, panels } = useDesk()
  const subject = panels.subject.value
  const piece = subject?.kind === 'piece' ? table.shown.value?.pieces[subject.id] : undefined
  const card = subject?.kind === 'card' ? table.board.cards?.find((c) => c.id === subject.id) : undefined
  return (
    <Panel title="Information" name="info">
      {!subject && (
        <p class="empty">
          Press the button again and click a hex, a unit or a card; or use the right mouse button, or press and hold.
        </p>
      )}
      {piece && <PieceInfo piece={piece} />}
      {subject?.kind === 'place' && <PlaceInfo id={subject.id} />}
      {card && <CardFaceView card={card} />}
    </Panel>
  )
}
