/** Prices have at most this many decimals; more come from computing in binary, as 0.18000000000000002 does. */
const decimals = 12

/** A number as plain digits. */
export function decimal(amount) {
  return trimmed(amount.toFixed(decimals))
}

/** A thousandth of a number as plain digits. */
export function divided(amount) {
  const [whole, fraction] = amount.toFixed(decimals).split('.')
  const digits = (whole + fraction).padStart(decimals + 4, '0')
  return trimmed(`${digits.slice(0, -decimals - 3)}.${digits.slice(-decimals - 3)}`)
}

function trimmed(text) {
  return text.replace(/^0+(?=\d)/, '').replace(/\.?0+$/, '')
}
