import type { Money } from '../../accounting/money.js'

/**
 * Money in three whole numbers that a database can add without ever carrying: 10⁻⁸ dollars (`high`), 10⁻¹⁶ (`middle`) and 10⁻²⁴ (`low`).
 * The sum of 10¹⁰ amounts still fits 64 bits.
 */
export interface Limbs {
  readonly high: number
  readonly middle: number
  readonly low: number
}

const base = 10n ** 8n
const nothing: Limbs = { high: 0, middle: 0, low: 0 }

export function limbsOf(money: Money): Limbs {
  if (money === 0n) return nothing
  const rest = money / base
  return { high: Number(rest / base), middle: Number(rest % base), low: Number(money % base) }
}

/** Sums of limbs, as texts of whole numbers. */
export function moneyOf(high: string, middle: string, low: string): Money {
  return (BigInt(high) * base + BigInt(middle)) * base + BigInt(low)
}
