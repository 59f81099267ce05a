/** From click to action: the actions of a handle, narrowed click by click. See docs/view.md, "From click to action". */
import type { ActionView } from './contract.gen'

export interface Selection {
  /** What was clicked first: "piece:12", "card:7", "place:1409". */
  handle: string
  /** The actions that still fit, all of them with at least `depth` clicks. */
  actions: ActionView[]
  /** How many clicks of the actions are settled. */
  depth: number
  /** The clicks made, the handle first. */
  path: string[]
}

export type Outcome =
  | { kind: 'narrowed'; selection: Selection }
  | { kind: 'act'; action: ActionView }
  | { kind: 'choose'; actions: ActionView[] }
  | { kind: 'nothing' }

/** Clicks shown to the player: empty ones stand for the handle alone. */
export function clicksOf(action: ActionView, handle: string): string[] {
  const clicks = action.clicks ?? []
  return clicks.length > 0 ? clicks : [handle]
}

const last = (action: ActionView, handle: string): string => clicksOf(action, handle).at(-1)!

/** Start with a handle and its actions. */
export function begin(handle: string, actions: ActionView[]): Selection {
  return settle({ handle, actions, depth: 1, path: [handle] })
}

/** Skip clicks that are the same for all, as the hex a unit starts from; the last click is never skipped. */
function settle(selection: Selection): Selection {
  const { actions, handle } = selection
  let { depth } = selection
  while (actions.length > 0) {
    const next = clicksOf(actions[0]!, handle)[depth]
    const common = actions.every((a) => clicksOf(a, handle)[depth] === next && clicksOf(a, handle).length > depth + 1)
    if (next === undefined || !common) break
    depth += 1
  }
  return { ...selection, depth }
}

/** Actions that need no further click: they are offered as buttons beside the selection. */
export function complete(selection: Selection): ActionView[] {
  return selection.actions.filter((a) => clicksOf(a, selection.handle).length <= selection.depth)
}

/** What may be clicked next, and whether that decides. */
export function targets(selection: Selection): Map<string, ActionView[]> {
  const found = new Map<string, ActionView[]>()
  const add = (token: string, action: ActionView): void => {
    const list = found.get(token)
    if (!list) found.set(token, [action])
    else if (!list.includes(action)) list.push(action)
  }
  for (const action of selection.actions) {
    const clicks = clicksOf(action, selection.handle)
    if (clicks.length <= selection.depth) continue
    add(clicks[selection.depth]!, action)
    add(clicks.at(-1)!, action)
  }
  return found
}

/** A click after the first: the next token in order, or the token that decides. What ends there is done, though other
 * ways lead through it: they are clicked where they end. */
export function click(selection: Selection, token: string): Outcome {
  const { handle, depth } = selection
  const open = selection.actions.filter((a) => clicksOf(a, handle).length > depth)
  const inOrder = open.filter((a) => clicksOf(a, handle)[depth] === token)
  const fitting = inOrder.length > 0 ? inOrder : open.filter((a) => last(a, handle) === token)
  if (fitting.length === 0) return { kind: 'nothing' }
  const decided = fitting.filter((a) => inOrder.length === 0 || clicksOf(a, handle).length === depth + 1)
  if (decided.length > 0) {
    return decided.length === 1 ? { kind: 'act', action: decided[0]! } : { kind: 'choose', actions: decided }
  }
  const narrowed = { handle, actions: fitting, depth: depth + 1, path: [...selection.path, token] }
  return { kind: 'narrowed', selection: settle(narrowed) }
}

/** "piece:12" as ["piece", "12"]; ids of boxes hold further colons. */
export function token(text: string): [string, string] {
  const at = text.indexOf(':')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Words for an action: its label, or what it is called in the record. */
export const wording = (action: ActionView): string => action.label || action.do

/** One thing for several units to do: the same place for all of them. */
export interface Together extends ActionView {
  /** What each of them does, in order. */
  each: ActionView[]
}

const ends = (actions: readonly ActionView[], handle: string): Map<string, ActionView> => {
  const found = new Map<string, ActionView>()
  for (const action of actions) {
    const clicks = clicksOf(action, handle)
    const end = clicks.at(-1)!
    if (clicks.length > 1 && !found.has(end)) found.set(end, action)
  }
  return found
}

/** What a whole stack may do: every place where each of its units has something to do. */
export function together(handle: string, units: readonly { handle: string; actions: ActionView[] }[]): Together[] {
  const [first, ...others] = units.map((unit) => ends(unit.actions, unit.handle))
  if (!first) return []
  return [...first].flatMap(([end, action]) => {
    const each = [action, ...others.map((other) => other.get(end))]
    if (each.some((one) => !one)) return []
    const costs = each.map((one) => one!.preview?.cost).filter((cost) => typeof cost === 'number')
    const preview = { ...action.preview, ...(costs.length > 0 ? { cost: Math.max(...costs) } : {}) }
    const said = (words: (one: ActionView) => string): string => each.map((one) => words(one!)).join(', ')
    const label = said(wording)
    return [{ do: said((one) => one.do), label, clicks: [handle, end], preview, each: each as ActionView[] }]
  })
}
