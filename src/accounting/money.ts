/**
 * US dollars as whole numbers of 10⁻²⁴ dollars: a price of 18 decimals for a million tokens is then a whole number for one token, and no
 * sum or product is ever rounded.
 */
export type Money = bigint

const decimals = 24

/** Reads plain digits with at most 24 decimals: `"1.00"`. Throws `RangeError` for anything else. */
export function parseMoney(text: string): Money {
  const [, whole = '', fraction = ''] = /^(\d{1,30})(?:\.(\d{1,24}))?$/.exec(text) ?? []
  if (whole === '') throw new RangeError(`${JSON.stringify(text.slice(0, 60))} is no amount of money.`)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

let lastAmount = 0n
let lastText = '0'

/** Plain digits without needless zeros: `"0.0000015"`, `"-2"`. Header, log and books ask for the same amount one after the other. */
export function formatMoney(amount: Money): string {
  if (amount !== lastAmount) {
    lastText = textOf(amount)
    lastAmount = amount
  }
  return lastText
}

function textOf(amount: Money): string {
  if (amount === 0n) return '0'
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`
}
