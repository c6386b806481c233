let second = -1
let secondText = ''

/** `2026-01-31T12:00:00.123Z`. `time`: milliseconds since the epoch. The text of a second is made once. */
export function timestamp(time: number): string {
  const whole = Math.floor(time / 1000)
  if (whole !== second) {
    second = whole
    secondText = new Date(whole * 1000).toISOString().slice(0, 20)
  }
  return `${secondText}${String(time % 1000).padStart(3, '0')}Z`
}
