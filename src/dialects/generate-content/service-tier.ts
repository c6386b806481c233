/** The tiers under the names that the other dialects share; this style calls the usual one `standard`. */
export function tierFromWire(tier: string | undefined): string | undefined {
  if (tier === undefined || tier === 'unspecified' || tier === '') return undefined
  return tier === 'standard' ? 'default' : tier
}

const tiers: Readonly<Record<string, string>> = {
  default: 'standard',
  standard: 'standard',
  standard_only: 'standard',
  flex: 'flex',
  priority: 'priority',
}

/** `undefined` for a tier that this style does not have. */
export function tierToWire(tier: string): string | undefined {
  return Object.hasOwn(tiers, tier) ? tiers[tier] : undefined
}
