/** A modal dialog on the browser's own dialog element: focus stays in it, Escape closes it. */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Icon } from './Icon'

interface Props {
  title: string
  onClose: () => void
  children: ComponentChildren
  wide?: boolean
  kind?: string
}

export function Dialog({ title, onClose, children, wide, kind }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const dialog = element.current!
    const before = document.activeElement as HTMLElement | null
    if (!dialog.open) dialog.showModal()
    return () => {
      dialog.close()
      before?.focus?.()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={`dialog${wide ? ' wide' : ''}${kind ? ` ${kind}` : ''}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="ghost-button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        <div class="dialog-content" tabIndex={0}>
          {children}
        </div>
      </div>
    </dialog>
  )
}
