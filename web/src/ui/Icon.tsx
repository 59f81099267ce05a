/** Line icons, 24 by 24. */

const PATHS: Record<string, string> = {
  home: 'M3 11.5 12 4l9 7.5M6 10v9h12v-9M10 19v-5h4v5',
  undo: 'M9 5 4 10l5 5M4 10h9a6 6 0 0 1 0 12h-2',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  cards: 'M4 7l9-3 5 14-9 3zM14 5l4-.5L21 17l-3 1',
  boxes: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  supply: 'M3 8l9-5 9 5v8l-9 5-9-5zM3 8l9 5 9-5M12 13v8',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v6M12 7.5h.01',
  book: 'M5 4h10a4 4 0 0 1 4 4v13H9a4 4 0 0 1-4-4zM9 8h6M9 12h6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  front: 'M3 15l4-5 5 4 4-7 5 4M5 20l2-3M11 20l1-3M17 17l1-3',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1 1-1.1 1.8M12 17h.01',
  settings: 'M4 7h9M17 7h3M15 4.5v5M4 17h3M11 17h9M9 14.5v5M4 12h5M13 12h7M11 9.5v5',
  close: 'M6 6l12 12M18 6 6 18',
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  first: 'M18 5l-7 7 7 7M7 5v14',
  last: 'M6 5l7 7-7 7M17 5v14',
  battle: 'M5 4l11 11M4 5l1-1M14 17l3-3 3 5-1 1zM19 4 8 15M20 5l-1-1M10 17l-3-3-3 5 1 1z',
  dice: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  branch: 'M7 4v16M7 14c6 0 10-2 10-7M17 7l-3-3M17 7l3-3M5 4h4M5 20h4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  edit: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  export: 'M12 15V4M8 8l4-4 4 4M4 14v6h16v-6',
  import: 'M12 4v11M8 11l4 4 4-4M4 14v6h16v-6',
  flag: 'M6 21V4h12l-3 4 3 4H6',
  star: 'M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2L12 17l-5.6 3 1.3-6.2L3 9.5l6.3-.7z',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.8 1.8M17.2 17.2 19 19M5 19l1.8-1.8M17.2 6.8 19 5',
  mud: 'M6 13a4.5 4.5 0 0 1 .6-9 5.5 5.5 0 0 1 10.5 1.5A3.8 3.8 0 0 1 18 13zM8 16.5 7 20M12.5 16.5l-1 3.5M17 16.5 16 20',
  snow: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  menu: 'M4 6h16M4 12h16M4 18h16',
  down: 'M6 9l6 6 6-6',
  swap: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  check: 'M5 13l4 4L19 7',
  warning: 'M12 3 22 20H2zM12 9v5M12 17h.01',
}

export function Icon({ name, size = 20 }: { name: string; size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={name === 'play' ? 'currentColor' : 'none'}
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name] ?? PATHS.info} />
    </svg>
  )
}
