/** A person in a list: the nickname leads to the page of that person, the green dot says that he is here. */
import { format } from '../state/route'

interface Props {
  name: string
  here?: boolean | null
  rating?: number | null
}

export function Dot({ here }: { here?: boolean | null }) {
  return here ? <i class="dot" role="img" aria-label="online" title="Online" /> : null
}

export function Nickname({ name, here, rating }: Props) {
  return (
    <span class="nickname">
      <a href={format({ page: 'person', word: name })}>{name}</a>
      <Dot here={here} />
      {rating !== null && rating !== undefined && (
        <small class="rating" title="Rating">
          {rating}
        </small>
      )}
    </span>
  )
}
