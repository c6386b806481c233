const whole = new Intl.NumberFormat('en')

/** `1,234,567` */
export const count = (value: number): string => whole.format(value)

/** `1 request`, `2 requests` */
export const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`

const units = [
  [1_000_000_000_000, 'T'],
  [1_000_000_000, 'G'],
  [1_000_000, 'M'],
  [1_000, 'k'],
] as const

/** For narrow places: `999`, `12.3k`, `4.56M`. The exact number belongs beside it or in the element's title. */
export function shortCount(value: number): string {
  // 999,950 would be shown as 1000k.
  const [size, letter] = units.find(([size]) => Math.abs(value) >= size * 0.99995) ?? [1, '']
  if (size === 1) return String(value)
  const scaled = value / size
  const decimals = Math.abs(scaled) < 9.995 ? 2 : Math.abs(scaled) < 99.95 ? 1 : 0
  return `${Number(scaled.toFixed(decimals))}${letter}`
}

/** `812 ms`, `2.1 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 59.95) return `${Number(seconds.toFixed(seconds < 9.995 ? 2 : 1))} s`
  const all = Math.round(seconds)
  if (all < 3600) return `${Math.floor(all / 60)} min${all % 60 === 0 ? '' : ` ${all % 60} s`}`
  const minutes = Math.round(all / 60)
  return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
}

/** `0.3%`, `<0.1%` where there is some, `–` where there is no whole. */
export function share(part: number, all: number): string {
  if (all === 0) return '–'
  const percent = (part / all) * 100
  if (percent > 0 && percent < 0.1) return '<0.1%'
  return `${Number(percent.toFixed(percent < 10 ? 1 : 0))}%`
}

export type Change =
  | { readonly kind: 'none' }
  | { readonly kind: 'new' }
  | { readonly kind: 'same' }
  | { readonly kind: 'up' | 'down'; readonly percent: string }

/** How a number compares with that of the range before. */
export function changeOf(now: number, before: number): Change {
  if (before === 0) return now === 0 ? { kind: 'none' } : { kind: 'new' }
  const percent = ((now - before) / before) * 100
  if (Math.abs(percent) < 0.05) return { kind: 'same' }
  const size = Math.abs(percent)
  const text = size >= 1000 ? '>999%' : `${Number(size.toFixed(size < 10 ? 1 : 0))}%`
  return { kind: percent > 0 ? 'up' : 'down', percent: text }
}
