const slots = 64
const secondAt: number[] = new Array<number>(slots).fill(-1)
const textAt: string[] = new Array<string>(slots).fill('')

/** `2026-01-31T12:00:00Z`. `time`: milliseconds since the epoch. The texts of some dozens of seconds are kept: headers of replies repeat them. */
export function timestampOfSecond(time: number): string {
  const second = Math.floor(time / 1000)
  const slot = second % slots
  if (secondAt[slot] !== second) {
    secondAt[slot] = second
    textAt[slot] = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`
  }
  return textAt[slot] ?? ''
}
