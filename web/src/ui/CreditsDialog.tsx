/** Whose board games these are, and what the page is made of. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api'
import type { TitleInfo } from '../model/contract.gen'
import { Dialog } from './Dialog'

export function CreditsDialog({ onClose }: { onClose: () => void }) {
  const [titles, setTitles] = useState<TitleInfo[]>([])
  useEffect(() => void api.titles().then(setTitles, () => setTitles([])), [])
  return (
    <Dialog title="Credits" onClose={onClose} wide>
      <p>
        Rasputitsa is a project of its own. It was not made, checked or approved by the designers and publishers of the
        board games, and has no part of theirs: maps, counters and cards are drawn anew, all texts are its own words. If
        you like a game here, buy theirs.
      </p>
      <div class="keys credits">
        {titles
          .filter((title) => title.credits.length > 0)
          .map((title) => (
            <section key={title.name} aria-label={title.label}>
              <h3>{title.label}</h3>
              <dl>
                {title.credits.map((credit) => (
                  <div key={credit.role}>
                    <dt>{credit.role}</dt>
                    <dd>{credit.who}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <p>
        Typefaces: Alegreya, Alegreya Sans, Barlow Condensed. Unit signs after milsymbol. The page is made with Preact
        and D3. The{' '}
        <a href="third-party-notices.txt" target="_blank" rel="noreferrer">
          licences of all of them
        </a>{' '}
        come with it; Rasputitsa itself is under the MIT licence.
      </p>
    </Dialog>
  )
}

/** The way to it from another dialog. */
export function CreditsLink() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="secondary" onClick={() => setOpen(true)}>
        Credits and licences
      </button>
      {open && <CreditsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
