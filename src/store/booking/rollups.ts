/** What every sum of requests has. The cost is in limbs. */
export const measures = [
  'requests',
  'failed',
  'estimated',
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_input_tokens',
  'reasoning_output_tokens',
  'duration_ms',
  'cost_high',
  'cost_middle',
  'cost_low',
] as const

export type Measure = (typeof measures)[number]

/** By what requests are added up. */
export const dimensions = ['token', 'owner', 'team', 'end_user', 'tag', 'model', 'upstream_model', 'provider', 'style', 'outcome'] as const

export type Dimension = (typeof dimensions)[number]

/**
 * Each request is added up once in each of these groupings (with a tag: once for each tag): one row for every combination of their
 * dimensions that occurs. A report reads the first, that is the smallest, that has all its dimensions.
 */
export const groupings = [
  { name: 'model', dimensions: ['model', 'upstream_model', 'provider', 'style', 'outcome'] },
  { name: 'token', dimensions: ['token', 'owner', 'team'] },
  { name: 'tag_alone', dimensions: ['tag'] },
  { name: 'tag', dimensions: ['tag', 'token', 'owner', 'team'] },
  { name: 'end_user', dimensions: ['end_user', 'token', 'owner', 'team'] },
  { name: 'token_model', dimensions: ['token', 'owner', 'team', 'model', 'upstream_model', 'provider', 'style', 'outcome'] },
] as const satisfies readonly { readonly name: string; readonly dimensions: readonly Dimension[] }[]

export type Grouping = (typeof groupings)[number]

/** The tables of sums: five minutes, days. */
export const rollupTables = { slot: 'usage_slots', day: 'usage_days' } as const
