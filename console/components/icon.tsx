/** The console's own pictures, drawn on a grid of 16. All of them stand beside words. */
const paths = {
  alert: 'M8 2 1.5 13.500h13L8 2Zm0 4.500v3.500M8 11.900v.2',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  book: 'M3 2.500h8.500a1.5 1.5 0 0 1 1.5 1.500v9.500H4.500A1.5 1.5 0 0 1 3 12V2.500Zm0 9.500a1.5 1.5 0 0 1 1.5-1.500H13',
  busy: 'M8 2a6 6 0 1 0 6 6',
  chart: 'M2.5 2.500v11h11M5.5 10.500V8M8.5 10.500v-6M11.5 10.500V6.5',
  chat: 'M2.5 3h11v8H7l-3 2.500V11H2.500V3Z',
  check: 'M3 8.5 6.5 12 13 4.5',
  chevronDown: 'm4 6 4 4 4-4',
  chevronRight: 'm6 4 4 4-4 4',
  circle: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Z',
  clock: 'M8 2.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 5v3.500l2 1.5',
  close: 'm4 4 8 8M12 4l-8 8',
  code: 'm5.5 4.5-3.5 3.5 3.5 3.500M10.5 4.5 14 8l-3.5 3.5',
  copy: 'M5.5 5.500h8v8h-8v-8ZM10.5 5.500v-3h-8v8h3',
  cross: 'm4 4 8 8M12 4l-8 8',
  download: 'M8 2.500v8M4.5 7.5 8 11l3.5-3.500M2.5 13.500h11',
  edit: 'M3 13l.7-3L10.5 3.200l2.3 2.300L6 12.3 3 13Z',
  external: 'M9 2.500h4.500V7M13 3 7.5 8.500M11.5 9.500v4h-9v-9h4',
  globe: 'M8 2.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM2.5 8h11M8 2.500c3 3.5 3 7.5 0 11M8 2.500c-3 3.5-3 7.5 0 11',
  help: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM6.2 6.300c.2-1.2 1-1.8 1.9-1.8 1 0 1.9.7 1.9 1.7 0 1.4-1.9 1.5-1.9 2.900M8 11.300v.2',
  home: 'M2.5 7.5 8 2.500l5.5 5M4 6.500v7h8v-7',
  inspect: 'M2.5 3h11v10h-11V3ZM2.5 6.500h11M6 6.500V13',
  key: 'M10.5 2.500a3 3 0 1 0 .1 6 3 3 0 0 0-.1-6ZM8.3 7.7 2.5 13.500M4.5 11.500l1.5 1.5',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.2M2.5 8h.2M2.5 12h.2',
  menu: 'M2.5 4.500h11M2.5 8h11M2.5 11.500h11',
  minus: 'M3.5 8h9',
  models: 'm8 2 6 3-6 3-6-3 6-3ZM2 8l6 3 6-3M2 11l6 3 6-3',
  moon: 'M13 9.500A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.500Z',
  more: 'M3.5 8h.2M8 8h.2M12.5 8h.2',
  picture: 'M2.5 3h11v10h-11V3Zm0 8 3-3 2.5 2.500L10.5 7.500l3 3M5.5 5.500h.2',
  play: 'M5 3v10l8-5-8-5Z',
  plus: 'M8 3v10M3 8h10',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.500M13 2.500v3h-3',
  search: 'M7 2.500a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.500l3 3',
  send: 'M8 13V3M4 7l4-4 4 4',
  server: 'M2.5 3h11v4h-11V3Zm0 6h11v4h-11V9ZM5 5h.2M5 11h.2',
  settings: 'M2.5 4.500h6M11.5 4.500h2M2.5 11.500h2M7.5 11.500h6M10 3v3M6 10v3',
  signOut: 'M9.5 2.500h-7v11h7M6.5 8h7M11 5.5 13.5 8 11 10.5',
  stop: 'M4.5 4.500h7v7h-7v-7Z',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1.500v1M8 13.500v1M1.5 8h1M13.5 8h1M3.4 3.400l.7.7M11.9 11.900l.7.7M3.4 12.600l.7-.7M11.9 4.100l.7-.7',
  system: 'M2 3h12v8H2V3ZM6 13.500h4M8 11v2.5',
  trash: 'M3 4.500h10M6 4.500v-2h4v2M4.5 4.500l.5 9h6l.5-9M7 7v4M9 7v4',
  upload: 'M8 11V3M4.5 6 8 2.5 11.5 6M2.5 13.500h11',
  user: 'M8 2.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM3 13.500c.5-3 2.5-4.5 5-4.500s4.5 1.5 5 4.5',
  users:
    'M6 3a2.3 2.3 0 1 0 0 4.600A2.3 2.3 0 0 0 6 3ZM1.5 13c.4-2.7 2.2-4 4.5-4s4.1 1.3 4.5 4M10.5 3.200a2.3 2.3 0 0 1 0 4.200M12 9.300c1.4.6 2.3 1.9 2.5 3.7',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
