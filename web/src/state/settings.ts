/** What the person at the screen prefers; kept in the browser. */
import { effect, signal } from '@preact/signals'

export interface Settings {
  theme: 'auto' | 'light' | 'dark'
  edgeScroll: boolean
  handOver: boolean
  confirmBattles: boolean
  motion: boolean
  /** How fast films play; off: only the digest is shown. */
  film: 'off' | 'slow' | 'normal' | 'fast'
  sounds: boolean
  /** The hand as a fan at the bottom. */
  fan: boolean
  /** Pictures of what a unit is instead of the symbols of NATO. */
  plainSymbols: boolean
}

const DEFAULTS: Settings = {
  theme: 'auto',
  edgeScroll: true,
  handOver: true,
  confirmBattles: true,
  motion: true,
  film: 'normal',
  sounds: false,
  fan: true,
  plainSymbols: false,
}

const KEY = 'rasputitsa.settings'

function stored(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) }
  } catch {
    return DEFAULTS
  }
}

export const settings = signal<Settings>(stored())

const night = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
const systemDark = signal(night?.matches ?? false)
night?.addEventListener('change', (event) => {
  systemDark.value = event.matches
})

export const theme = (): 'light' | 'dark' => {
  const wish = settings.value.theme
  return wish === 'auto' ? (systemDark.value ? 'dark' : 'light') : wish
}

const calm = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null

/** Nothing moves by itself: by this page's setting, or by the system's. */
export const still = (): boolean => !settings.value.motion || !!calm?.matches

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings.value = { ...settings.value, [key]: value }
}

/** Write settings through to the page and to storage. */
export function watchSettings(): void {
  effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings.value))
    document.documentElement.dataset.theme = theme()
    document.documentElement.dataset.motion = settings.value.motion ? 'on' : 'off'
    document
      .querySelector('meta[name=theme-color]')
      ?.setAttribute('content', theme() === 'dark' ? '#15171a' : '#2c2822')
  })
}
