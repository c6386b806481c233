/** The value below which this share of them is. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)]
}

export const median = (values) => quantile(values, 0.5)

export function round(value, digits) {
  return Number(value.toFixed(digits))
}
