/** A panel of the dock: beside the map on a desk, a sheet from below on a phone. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useDesk } from '../state/desk'
import { Icon } from '../ui/Icon'

export function Panel({ title, children, name }: { title: string; name: string; children: ComponentChildren }) {
  const { panels } = useDesk()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [name])
  return (
    <section class={`panel panel-${name}`} aria-label={title}>
      <header class="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button
          type="button"
          class="ghost-button"
          aria-label={`Close ${title}`}
          onClick={() => (panels.panel.value = null)}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="panel-content" tabIndex={0} role="region" aria-label={`${title}, content`}>
        {children}
      </div>
    </section>
  )
}
