/** What the two players say to each other, and the notes nobody else can read. */
import { signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ChatLine } from '../model/contract.gen'
import { say } from '../state/announce'
import { useDesk } from '../state/desk'
import { attempt, words } from './loading'
import { me } from './me'
import { match as requests } from './requests'
import { moment } from './when'

/** How many lines of a game's chat have been read on this page. */
export const chatSeen = signal<Record<string, number>>({})

function useChat(game: string, count: number): [ChatLine[], () => void] {
  const [lines, setLines] = useState<ChatLine[]>([])
  const last = useRef(0)
  const fetch = async (): Promise<void> => {
    const { lines: fresh } = await requests.chat(game, last.current)
    const newer = fresh.filter((line) => line.number > last.current)
    if (newer.length === 0) return
    last.current = newer.at(-1)!.number
    setLines((before) => [...before, ...newer])
  }
  const again = (): void => attempt(fetch())
  useEffect(again, [game, count])
  return [lines, again]
}

function Line({ line }: { line: ChatLine }) {
  return (
    <li class={line.by === me.value?.nickname ? 'mine' : ''}>
      <span class="chat-by">
        {line.by} <time>{moment(line.at)}</time>
      </span>
      <span class="chat-text">{line.text}</span>
    </li>
  )
}

export function ChatBox() {
  const { table } = useDesk()
  const match = table.match.value!
  const [lines, again] = useChat(match.game, match.chat)
  const [text, setText] = useState('')
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
    chatSeen.value = { ...chatSeen.value, [match.game]: Math.max(match.chat, lines.length) }
    const last = lines.at(-1)
    if (last && last.by !== me.value?.nickname) say(`${last.by}: ${last.text}`)
  }, [lines.length, match.chat])
  const send = (event: Event): void => {
    event.preventDefault()
    if (!text.trim()) return
    attempt(
      requests.say(match.game, text.trim()).then(() => setText('')),
      again,
    )
  }
  return (
    <section class="chat" aria-label="Chat">
      <h3>Chat</h3>
      {lines.length === 0 && <p class="empty">Nothing has been said yet.</p>}
      {lines.length > 0 && (
        <ul class="chat-lines" ref={list} tabIndex={0} aria-label="What was said">
          {lines.map((line) => (
            <Line key={line.number} line={line} />
          ))}
        </ul>
      )}
      <form class="chat-form" onSubmit={send}>
        <input
          type="text"
          aria-label="Write to your opponent"
          placeholder="Write to your opponent"
          maxLength={2000}
          value={text}
          onInput={(e) => setText(e.currentTarget.value)}
        />
        <button type="submit" class="secondary" disabled={!text.trim()}>
          Send
        </button>
      </form>
    </section>
  )
}

const PAUSE = 800

/** Saved by themselves a moment after the last key. */
export function NotesBox() {
  const { table } = useDesk()
  const game = table.summary.value.id
  const [text, setText] = useState<string | null>(null)
  const [state, setState] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    requests.notes(game).then(
      (found) => setText(found.text),
      (error) => setState(words(error)),
    )
  }, [game])
  const save = (fresh: string): void => {
    requests.note(game, fresh).then(
      () => setState('Saved.'),
      (error) => setState(words(error)),
    )
  }
  const type = (fresh: string): void => {
    setText(fresh)
    setState('')
    if (timer.current) clearTimeout(timer.current)
    timer.current = setTimeout(() => save(fresh), PAUSE)
  }
  return (
    <section class="notes">
      <label class="field">
        <span>My notes</span>
        <textarea
          rows={4}
          maxLength={20_000}
          disabled={text === null}
          value={text ?? ''}
          onInput={(e) => type(e.currentTarget.value)}
        />
        <small role="status">{state || 'Only you can read them.'}</small>
      </label>
    </section>
  )
}
