/** A price for one token as an exact price for a million: `1.5e-7` → `0.15`. `undefined` where it is no amount. */
export function perMillion(perOne: unknown): string | undefined {
  const text = typeof perOne === 'number' ? String(perOne) : typeof perOne === 'string' ? perOne.trim() : ''
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text) ?? []
  if (whole === '') return undefined
  const digits = whole + fraction
  const point = whole.length + Number(exponent) + 6
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const result = `${padded.slice(0, at)}.${padded.slice(at)}`
  return result.replace(/^0+(?=\d)/, '').replace(/\.?0*$/, '')
}
