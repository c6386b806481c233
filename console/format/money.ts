import { formatMoney, parseMoney, type Money } from '../../src/accounting/money.js'

/** Reads an amount of the API, which may be negative. */
export function readMoney(text: string): Money {
  return text.startsWith('-') ? -parseMoney(text.slice(1)) : parseMoney(text)
}

/** The amount in a field of a form, without `$` and white space; undefined where it is none that the API takes. */
export function enteredMoney(text: string): string | undefined {
  const plain = text.trim().replace(/^\$\s*/, '')
  return /^\d{1,15}(\.\d{1,18})?$/.test(plain) ? plain : undefined
}

const sumOf = (amounts: readonly string[]): Money => amounts.reduce((sum, amount) => sum + readMoney(amount), 0n)

/** Exact. */
export const addMoney = (...amounts: readonly string[]): string => formatMoney(sumOf(amounts))

/** Exact: what `count` of something costs at a price for a million. */
export function costOfMillion(perMillion: string, count: number): string {
  return formatMoney((readMoney(perMillion) * BigInt(count)) / 1_000_000n)
}

/** Less than 0, 0, more than 0. */
export function compareMoney(one: string, other: string): number {
  const difference = readMoney(one) - readMoney(other)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

const unit = parseMoney('1')
const cent = unit / 100n

/**
 * Dollars for people: cents from one dollar on, below it up to four digits that count: `$1,234.50`, `$0.00096`. The exact text belongs in
 * the element's title.
 */
export function dollars(text: string): string {
  const amount = readMoney(text)
  const absolute = amount < 0n ? -amount : amount
  const sign = amount < 0n ? '-' : ''
  if (absolute === 0n) return '$0.00'
  let step = cent
  if (absolute < unit) {
    // Four digits from the first that is not 0, at least cents.
    step = unit / 10n
    for (let top = step; absolute < top && top > 1n; top /= 10n) step = top / 10n
    step = step < 1000n ? 1n : step / 1000n
    if (step > cent) step = cent
  }
  const rounded = ((absolute + step / 2n) / step) * step
  const [whole = '0', fraction = ''] = formatMoney(rounded).split('.')
  return `${sign}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`
}

/** The share of `limit` that is spent, from 0 to 1, for bars alone. */
export function spentShare(spent: string, limit: string): number {
  const [part, whole] = [readMoney(spent), readMoney(limit)]
  if (whole <= 0n) return 1
  return Math.min(1, Math.max(0, Number((part * 10_000n) / whole) / 10_000))
}
