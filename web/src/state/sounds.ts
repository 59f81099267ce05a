/** A few quiet sounds, made on the spot: dice, a move, a loss, one's turn. Off unless one wants them. */
import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reportsOf } from '../model/scenes'
import type { Desk } from './desk'
import { settings } from './settings'

export type Sound = 'dice' | 'move' | 'turn'

let context: AudioContext | null = null

/** A tone that dies away. */
function tone(at: AudioContext, pitch: number, start: number, length: number, kind: OscillatorType, loud = 0.08): void {
  const [source, volume] = [at.createOscillator(), at.createGain()]
  source.type = kind
  source.frequency.value = pitch
  volume.gain.setValueAtTime(loud, at.currentTime + start)
  volume.gain.exponentialRampToValueAtTime(0.0001, at.currentTime + start + length)
  source.connect(volume).connect(at.destination)
  source.start(at.currentTime + start)
  source.stop(at.currentTime + start + length)
}

const SCORES: Record<Sound, (at: AudioContext) => void> = {
  dice: (at) => {
    for (const [i, pitch] of [420, 380, 460, 350].entries()) tone(at, pitch, i * 0.07, 0.05, 'square', 0.04)
  },
  move: (at) => tone(at, 180, 0, 0.12, 'sine'),
  turn: (at) => {
    tone(at, 523, 0, 0.25, 'triangle')
    tone(at, 659, 0.14, 0.35, 'triangle')
  },
}

export function play(sound: Sound): void {
  if (!settings.value.sounds || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  void context.resume()
  SCORES[sound](context)
}

/** What is heard of the game: the dice of battle, a move of the other side, one's turn. */
export function useSounds(desk: Desk): void {
  useEffect(() => {
    let asked = desk.table.view.value?.prompt?.side
    return effect(() => {
      const [news, seat] = [desk.table.news.value, desk.table.seat.value]
      const side = desk.table.view.value?.prompt?.side
      if (reportsOf(news).length > 0) play('dice')
      else if (news.some((entry) => entry.side !== seat && entry.side !== 'chance')) play('move')
      if (side === seat && asked !== seat) play('turn')
      asked = side
    })
  }, [desk])
}
