import { isZero, trimmedEnd } from './trimmed-end.js'

/** Numbers of fewer characters than this always keep their digits. */
export const manyDigits = 16

/** Whether a number of this text may lose digits when parsed: a quick test that digits in strings pass too. It looks at one place for each 16. */
export function mayLoseDigits(text: string): boolean {
  for (let at = manyDigits - 1; at < text.length; at += manyDigits) {
    if (!isDigitOrPoint(text.charCodeAt(at))) continue
    let start = at
    while (start > 0 && isDigitOrPoint(text.charCodeAt(start - 1))) start--
    let end = at + 1
    while (end < text.length && end - start < manyDigits && isDigitOrPoint(text.charCodeAt(end))) end++
    if (end - start >= manyDigits) return true
  }
  return false
}

function isDigitOrPoint(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e
}

/** Whether parsing changes the number. */
export function losesDigits(source: string): boolean {
  const value = Number(source)
  if (String(value) === source) return false
  return !Number.isFinite(value) || digitsOf(String(value)) !== digitsOf(source)
}

/** A number as its significant digits and power of ten: the same text for `1e2`, `100` and `100.0`. */
function digitsOf(source: string): string {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = trimmedEnd(digits, isZero)
  if (significant === '') return '0'
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}
