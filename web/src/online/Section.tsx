/** A part of a page that can be folded away. */
import type { ComponentChildren } from 'preact'

interface Props {
  title: string
  children: ComponentChildren
  open?: boolean
}

export function Section({ title, children, open }: Props) {
  return (
    <details class="section" open={open}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div class="section-body">{children}</div>
    </details>
  )
}
