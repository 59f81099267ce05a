import { spoken, urgent } from '../state/announce'

/** What a screen reader hears without moving its focus. */
export function LiveRegions() {
  return (
    <>
      <div class="unseen" role="status" aria-live="polite" id="spoken">
        {spoken.value}
      </div>
      <div class="unseen" role="alert" aria-live="assertive">
        {urgent.value}
      </div>
    </>
  )
}
