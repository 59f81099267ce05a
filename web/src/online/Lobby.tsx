/** The lobby: offers for me, for anyone and mine; running games to watch. */
import { useState } from 'preact/hooks'
import { GameTile } from '../home/GameTile'
import type { Offer, TitleInfo } from '../model/contract.gen'
import { Icon } from '../ui/Icon'
import { useLoaded } from './loading'
import { OfferCard } from './OfferCard'
import { OfferDialog } from './OfferDialog'
import { lobby } from './requests'
import { sideLabel } from './titles'

const EVERY = 10

/** What is meant for me stands first, what I offer myself last. */
const rank = (offer: Offer): number => (offer.for_me ? 0 : offer.mine ? 2 : 1)

export function Lobby({ titles, onBegun }: { titles: TitleInfo[]; onBegun: () => void }) {
  const { value, fault, reload } = useLoaded(lobby.offers, [], EVERY)
  const [offering, setOffering] = useState(false)
  const again = (): void => {
    void reload()
    onBegun()
  }
  const offers = [...(value ?? [])].sort((a, b) => rank(a) - rank(b))
  return (
    <section aria-labelledby="lobby-title">
      <div class="section-head">
        <h2 id="lobby-title">Lobby</h2>
        <button type="button" class="primary" disabled={titles.length === 0} onClick={() => setOffering(true)}>
          <Icon name="plus" /> Offer a game
        </button>
      </div>
      {fault && !value && <p class="warning">{fault}</p>}
      {value?.length === 0 && <p class="empty">No offers at the moment. Yours could be the first.</p>}
      <div class="tiles">
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer} titles={titles} onChange={again} />
        ))}
      </div>
      {offering && <OfferDialog titles={titles} onClose={() => setOffering(false)} onMade={again} />}
    </section>
  )
}

/** Running games of others that anybody may watch. */
export function WatchList({ titles, mine }: { titles: TitleInfo[]; mine: Set<string> }) {
  const { value } = useLoaded(lobby.watch, [], 30)
  const running = value?.filter((game) => !mine.has(game.id)) ?? []
  if (running.length === 0) return null
  return (
    <section aria-labelledby="watch-title">
      <div class="section-head">
        <h2 id="watch-title">Games to watch</h2>
      </div>
      <ul class="tiles">
        {running.map((game) => (
          <GameTile
            key={game.id}
            game={game}
            seat="public"
            verb="Watch"
            sideLabel={(side) => sideLabel(titles, game.title, side)}
            about={Object.entries(game.seats)
              .map(([side, chair]) => `${sideLabel(titles, game.title, side)}: ${chair.label}`)
              .join(' · ')}
          />
        ))}
      </ul>
    </section>
  )
}
