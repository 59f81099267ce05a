/** A link to copy and send to somebody. */
import { tell } from '../ui/Toast'

export function LinkOut({ link }: { link: string }) {
  const url = new URL(link, document.baseURI).href
  const copy = (): void => {
    navigator.clipboard?.writeText(url).then(
      () => tell('Copied.'),
      () => tell('Mark the link and copy it by hand.'),
    )
  }
  return (
    <div class="row link-out">
      <input
        type="text"
        readOnly
        aria-label="Link to this offer"
        value={url}
        onFocus={(e) => e.currentTarget.select()}
      />
      <button type="button" class="secondary" onClick={copy}>
        Copy
      </button>
    </div>
  )
}
