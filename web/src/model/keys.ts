/** The keyboard model: which command a key stands for, and the list shown by "?". */

export interface Stroke {
  key: string
  ctrl?: boolean
  shift?: boolean
  alt?: boolean
}

export interface Binding {
  command: string
  keys: string[]
  help: string
  group: 'Map' | 'Play' | 'Panels' | 'Replay'
}

export const BINDINGS: readonly Binding[] = [
  { command: 'cursor-left', keys: ['ArrowLeft'], help: 'Move the cursor left', group: 'Map' },
  { command: 'cursor-right', keys: ['ArrowRight'], help: 'Move the cursor right', group: 'Map' },
  { command: 'cursor-up', keys: ['ArrowUp'], help: 'Move the cursor up', group: 'Map' },
  { command: 'cursor-down', keys: ['ArrowDown'], help: 'Move the cursor down', group: 'Map' },
  { command: 'scroll-left', keys: ['a'], help: 'Scroll the map left', group: 'Map' },
  { command: 'scroll-right', keys: ['d'], help: 'Scroll the map right', group: 'Map' },
  { command: 'scroll-up', keys: ['w'], help: 'Scroll the map up', group: 'Map' },
  { command: 'scroll-down', keys: ['s'], help: 'Scroll the map down', group: 'Map' },
  { command: 'zoom-in', keys: ['+', '='], help: 'Zoom in', group: 'Map' },
  { command: 'zoom-out', keys: ['-'], help: 'Zoom out', group: 'Map' },
  { command: 'fit', keys: ['0', 'Home'], help: 'Show the whole map', group: 'Map' },
  { command: 'centre', keys: ['c'], help: 'Centre on the cursor', group: 'Map' },
  { command: 'act', keys: ['Enter', ' '], help: 'Click what is under the cursor', group: 'Play' },
  { command: 'next-unit', keys: ['n'], help: 'Next unit that may act', group: 'Play' },
  { command: 'previous-unit', keys: ['p'], help: 'Previous unit that may act', group: 'Play' },
  { command: 'next-target', keys: ['.'], help: 'Next place the selected unit may go to or attack', group: 'Play' },
  { command: 'previous-target', keys: [','], help: 'Previous such place', group: 'Play' },
  { command: 'info', keys: ['i'], help: 'What is known of the place under the cursor', group: 'Play' },
  { command: 'undo', keys: ['u', 'ctrl+z'], help: 'Undo the last action', group: 'Play' },
  { command: 'choices', keys: ['/', 'ctrl+k'], help: 'All choices as a list', group: 'Play' },
  { command: 'cancel', keys: ['Escape'], help: 'Drop the selection, close what is open', group: 'Play' },
  { command: 'hand', keys: ['h'], help: 'Cards in hand', group: 'Panels' },
  { command: 'log', keys: ['l'], help: 'Log', group: 'Panels' },
  { command: 'boxes', keys: ['b'], help: 'Off-map boxes', group: 'Panels' },
  { command: 'supply', keys: ['y'], help: 'Supply: yours, theirs, off', group: 'Panels' },
  { command: 'calendar', keys: ['t'], help: 'Calendar', group: 'Panels' },
  { command: 'sequence', keys: ['q'], help: 'Sequence of play', group: 'Panels' },
  { command: 'rules', keys: ['r'], help: 'Rules', group: 'Panels' },
  { command: 'report', keys: ['F10'], help: 'Report a problem', group: 'Panels' },
  { command: 'help', keys: ['?'], help: 'This list', group: 'Panels' },
  { command: 'replay-back', keys: ['['], help: 'One step back', group: 'Replay' },
  { command: 'replay-forward', keys: [']'], help: 'One step on', group: 'Replay' },
]

const TABLE = new Map(BINDINGS.flatMap((b) => b.keys.map((key) => [key, b.command] as const)))

/** The command of a key stroke, or null. Letters count with caps lock on, and Shift is part of the sign typed. */
export function commandOf(stroke: Stroke): string | null {
  if (stroke.alt) return null
  const key = stroke.key.length === 1 ? stroke.key.toLowerCase() : stroke.key
  return TABLE.get(stroke.ctrl ? `ctrl+${key}` : key) ?? null
}

/** Keys typed into a field, or used by the focused control itself, belong to it. */
export function belongsToControl(stroke: Stroke, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return stroke.key !== 'Escape'
  if (/^(BUTTON|A|SUMMARY)$/.test(target.tagName)) return stroke.key === 'Enter' || stroke.key === ' '
  const role = target.getAttribute('role')
  return (role === 'tab' || role === 'option' || role === 'slider') && /^(Arrow|Enter$| $|Home$|End$)/.test(stroke.key)
}

const SPOKEN: Record<string, string> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
}

export const keyName = (key: string): string =>
  SPOKEN[key] ?? key.replace('ctrl+', 'Ctrl ').replace(/\b[a-z]$/, (k) => k.toUpperCase())
