/** The page behind a link to an offer. */
import { useLoaded } from './loading'
import { OfferCard } from './OfferCard'
import { lobby } from './requests'
import { Sheet } from './Sheet'
import { useTitles } from './titles'

export function JoinPage({ offer }: { offer: string }) {
  const { value, fault, reload } = useLoaded(() => lobby.offer(offer), [offer])
  const titles = useTitles()
  return (
    <Sheet title="A game for you">
      {fault && <p class="warning">{fault}</p>}
      {value && (
        <div class="one-tile">
          <OfferCard
            offer={{ ...value, id: value.mine ? value.id : offer }}
            titles={titles}
            onChange={() => void reload()}
          />
        </div>
      )}
    </Sheet>
  )
}
