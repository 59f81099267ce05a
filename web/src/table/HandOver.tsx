/** The screen between two players: hides hands and blocks until the other one sits down. */
import { useEffect, useRef } from 'preact/hooks'
import { useDesk } from '../state/desk'
import { settings } from '../state/settings'
import { Icon } from '../ui/Icon'

export function HandOver({ side }: { side: string }) {
  const { table, panels, hand } = useDesk()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const sit = async (): Promise<void> => {
    try {
      await table.sit(side)
      hand.close()
      panels.panel.value = null
      panels.cover.value = null
    } catch (error) {
      hand.refuse(error)
    }
  }
  const prompt = table.view.value?.prompt
  return (
    <main class={`hand-over side-${side}`}>
      <div class="hand-over-box">
        <Icon name="swap" size={56} />
        <h1>{table.sideLabel(side)} to decide</h1>
        {prompt?.side === side && <p>{prompt.text}</p>}
        <p class="quiet-text">The other player looks away. Hands and hidden units are covered.</p>
        <button type="button" class="primary big" ref={button} onClick={() => void sit()}>
          I am the {table.sideLabel(side)} player
        </button>
      </div>
    </main>
  )
}

/** Without the hand-over screen the seat changes by itself. */
export function useAutoSit(): void {
  const { table } = useDesk()
  const side = table.passTo.value
  const wanted = settings.value.handOver
  useEffect(() => {
    if (side && !wanted) void table.sit(side).catch(() => undefined)
  }, [side, wanted])
}
