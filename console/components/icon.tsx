/** The console's own pictures, drawn on a grid of 16. All of them stand beside words. */
const paths = {
  alert: 'M8 2 1.5 13.5h13L8 2Zm0 4.5v3.5M8 11.9v.2',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  book: 'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12V2.5Zm0 9.5a1.5 1.5 0 0 1 1.5-1.5H13',
  busy: 'M8 2a6 6 0 1 0 6 6',
  chart: 'M2.5 2.5v11h11M5.5 10.5V8M8.5 10.5v-6M11.5 10.5V6.5',
  chat: 'M2.5 3h11v8H7l-3 2.5V11H2.5V3Z',
  check: 'M3 8.5 6.5 12 13 4.5',
  chevronRight: 'm6 4 4 4-4 4',
  close: 'm4 4 8 8M12 4l-8 8',
  code: 'm5.5 4.5-3.5 3.5 3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  copy: 'M5.5 5.5h8v8h-8v-8ZM10.5 5.5v-3h-8v8h3',
  cross: 'm4 4 8 8M12 4l-8 8',
  download: 'M8 2.5v8M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11',
  edit: 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3 3 13Z',
  help: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM6.2 6.3c.2-1.2 1-1.8 1.9-1.8 1 0 1.9.7 1.9 1.7 0 1.4-1.9 1.5-1.9 2.9M8 11.3v.2',
  inspect: 'M2.5 3h11v10h-11V3ZM2.5 6.5h11M6 6.5V13',
  key: 'M10.5 2.5a3 3 0 1 0 .1 6 3 3 0 0 0-.1-6ZM8.3 7.7 2.5 13.5M4.5 11.5l1.5 1.5',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.2M2.5 8h.2M2.5 12h.2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  minus: 'M3.5 8h9',
  models: 'm8 2 6 3-6 3-6-3 6-3ZM2 8l6 3 6-3M2 11l6 3 6-3',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5Z',
  picture: 'M2.5 3h11v10h-11V3Zm0 8 3-3 2.5 2.5L10.5 7.5l3 3M5.5 5.5h.2',
  play: 'M5 3v10l8-5-8-5Z',
  plus: 'M8 3v10M3 8h10',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5M13 2.5v3h-3',
  send: 'M8 13V3M4 7l4-4 4 4',
  server: 'M2.5 3h11v4h-11V3Zm0 6h11v4h-11V9ZM5 5h.2M5 11h.2',
  settings: 'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 3v3M6 10v3',
  signOut: 'M9.5 2.5h-7v11h7M6.5 8h7M11 5.5 13.5 8 11 10.5',
  stop: 'M4.5 4.5h7v7h-7v-7Z',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  system: 'M2 3h12v8H2V3ZM6 13.5h4M8 11v2.5',
  trash: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9M7 7v4M9 7v4',
  upload: 'M8 11V3M4.5 6 8 2.5 11.5 6M2.5 13.5h11',
  user: 'M8 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM3 13.5c.5-3 2.5-4.5 5-4.5s4.5 1.5 5 4.5',
  users:
    'M6 3a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 0 0 6 3ZM1.5 13c.4-2.7 2.2-4 4.5-4s4.1 1.3 4.5 4M10.5 3.2a2.3 2.3 0 0 1 0 4.2M12 9.3c1.4.6 2.3 1.9 2.5 3.7',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
