import { isZero, trimmedEnd } from './trimmed-end.js'

/** Characters of the longest number that is accepted as an amount. */
const longestNumber = 60
/** Digits before the point: a cost of a million dollars for one request is not plausible. */
const usualDigits = 6

/**
 * A number, or raw JSON of one (see `exact-numbers.ts`), as plain digits: `"0.00000012"`. Digits after the 24th decimal are
 * cut off. `undefined` for other values, negative numbers, and more than `mostDigits` digits before the point.
 */
export function plainDecimal(value: unknown, mostDigits = usualDigits): string | undefined {
  const source = typeof value === 'number' ? String(value) : isRawNumber(value) ? value.rawJSON : undefined
  const match = source === undefined || source.length > longestNumber ? null : /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i.exec(source)
  if (match === null) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = match
  const plain = shifted(whole, fraction, Number(exponent))
  return plain.replace(/\..*/, '').length > mostDigits ? undefined : plain
}

/** The number `whole.fraction` with its point moved by so many places. */
export function shifted(whole: string, fraction: string, places: number): string {
  const point = whole.length + places
  const digits = whole + fraction
  const before = (point <= 0 ? '' : digits.slice(0, point).padEnd(point, '0')).replace(/^0+/, '')
  const after = trimmedEnd((point < 0 ? '0'.repeat(-point) + digits : digits.slice(point)).slice(0, 24), isZero)
  return `${before === '' ? '0' : before}${after === '' ? '' : `.${after}`}`
}

function isRawNumber(value: unknown): value is { readonly rawJSON: string } {
  return JSON.isRawJSON(value)
}

/** The sum of plain decimals with at most 24 digits after the point. */
export function sumOf(amounts: readonly string[]): string {
  let sum = 0n
  for (const amount of amounts) {
    const [whole = '0', fraction = ''] = amount.split('.')
    sum += BigInt(whole + fraction.padEnd(24, '0'))
  }
  const digits = sum.toString().padStart(25, '0')
  return shifted(digits.slice(0, -24), digits.slice(-24), 0)
}
