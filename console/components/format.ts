/** `2026-02-01 12:00 UTC` */
export function dateText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** `812 ms`, `2.1 s`, `3 min 5 s` */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** US dollars: cents for large amounts, two significant digits for small ones. */
export function costText(dollars: number): string {
  if (dollars === 0) return '$0'
  if (dollars >= 0.01) return `$${dollars.toFixed(2)}`
  return `$${Number(dollars.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 10, useGrouping: false })}`
}

/** `12,345` */
export function countText(count: number): string {
  return count.toLocaleString('en')
}
