/** A card as printed: its number and its events, ours in full colour. */
import type { CardFace } from '../model/contract.gen'
import { useDesk } from '../state/desk'

/** `playable` names the side that may play its event of this card now. */
export function CardFaceView({ card, playable }: { card: CardFace; playable?: string }) {
  const { table } = useDesk()
  return (
    <div class="card-face">
      <span class="card-number">{card.number}</span>
      {card.figures && (
        <dl class="card-figures">
          {card.figures.map((figure) => (
            <div key={figure.label}>
              <dt>{figure.label}</dt>
              <dd>{figure.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {card.events.map((event, i) => (
        <div key={i} class={`card-event side-${event.side}`}>
          <h4 class={playable === event.side ? 'playable' : undefined}>{event.name}</h4>
          <p class="card-when">
            {[
              table.sideLabel(event.side),
              event.when,
              event.initiative && `initiative: ${table.sideLabel(event.initiative)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p>{event.text}</p>
        </div>
      ))}
      {card.note && <p class="card-note">{card.note}</p>}
    </div>
  )
}
