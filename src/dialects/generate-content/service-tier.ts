/** The exchange's name of a service tier: `standard` is its `default`. `undefined`: none was chosen. */
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

/** `undefined` for a tier that the dialect does not have. */
export function tierToWire(tier: string): string | undefined {
  return Object.hasOwn(tiers, tier) ? tiers[tier] : undefined
}
