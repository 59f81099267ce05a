/** The frame of a page that is neither home nor a table: the picture of the road, a heading, a sheet of paper. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Landscape } from '../home/Landscape'
import { go } from '../state/route'
import { Icon } from '../ui/Icon'

interface Props {
  title: string
  children: ComponentChildren
  wide?: boolean
  /** Without the way home: for pages of somebody who has not signed in. */
  outside?: boolean
}

export function Sheet({ title, children, wide, outside }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Rasputitsa`
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <div class="home sheet-page">
      <header class="home-head">
        <Landscape />
        <div class="home-name">
          <p class="name-small">Rasputitsa</p>
        </div>
        {!outside && (
          <nav aria-label="Page">
            <button type="button" class="quiet" onClick={() => go({ page: 'home' })}>
              <Icon name="home" /> My games
            </button>
          </nav>
        )}
      </header>
      <main class={wide ? 'paper-sheet wide' : 'paper-sheet'}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  )
}
