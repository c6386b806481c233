import { modelTable, remembering } from './model-families.js'

/** What a generation of Claude accepts, at any provider. Known by the model's name only: the API does not report it. */
export interface ClaudeModel {
  /** `one`: either `temperature` or `top_p`. `default`: any value but the default is refused. */
  readonly sampling: 'any' | 'one' | 'default'
  /** Whether the conversation may end with an assistant turn, which the model then continues. */
  readonly prefill: boolean
  /** `budget`: `thinking.budget_tokens`. `adaptive`: `thinking.type: adaptive`, with an effort. */
  readonly thinking: 'budget' | 'either' | 'adaptive'
  /** Whether and how thinking can be switched off. */
  readonly thinkingOff: 'disabled' | 'between_tools' | 'impossible'
  /** Whether the effort `xhigh` is accepted. */
  readonly highestEfforts: boolean
  /** Whether `tool_choice` may be `any` or `tool`. */
  readonly forcedCalls: boolean
  readonly maxOutputTokens: number
  /** `max_tokens` where the client sets none: lower than the maximum where the maximum and a long prompt would exceed the context window. */
  readonly defaultOutputTokens: number
}

const adaptive: ClaudeModel = {
  sampling: 'default',
  prefill: false,
  thinking: 'adaptive',
  thinkingOff: 'disabled',
  highestEfforts: true,
  forcedCalls: true,
  maxOutputTokens: 128_000,
  defaultOutputTokens: 128_000,
}
const budgeted: ClaudeModel = {
  sampling: 'one',
  prefill: true,
  thinking: 'budget',
  thinkingOff: 'disabled',
  highestEfforts: false,
  forcedCalls: true,
  maxOutputTokens: 64_000,
  defaultOutputTokens: 64_000,
}

/**
 * By model line and generation. Sources: the model pages (output limits) and the migration guides of platform.claude.com for 4.6
 * (prefill), 4.7 (sampling, budgets), Opus 5.5, Sonnet 5.5 and Haiku 5.5 (switching thinking off, forced calls), read in November 2026.
 */
const modelOf = modelTable<ClaudeModel>([
  { names: /^opus$/, from: 5.5, like: adaptive, thinkingOff: 'impossible', forcedCalls: false },
  { names: /^(fable|mythos)$/, from: 5.1, like: adaptive, thinkingOff: 'impossible', forcedCalls: false },
  { names: /^(fable|mythos)$/, from: 0, like: adaptive, thinkingOff: 'impossible' },
  { names: /^sonnet$/, from: 5.5, like: adaptive, thinkingOff: 'between_tools', forcedCalls: false },
  { from: 4.7, like: adaptive },
  { from: 4.6, like: adaptive, sampling: 'one', thinking: 'either', highestEfforts: false },
  { from: 4.5, like: budgeted },
  { from: 4.1, like: budgeted, maxOutputTokens: 32_000, defaultOutputTokens: 32_000 },
  { names: /^opus$/, from: 4, like: budgeted, sampling: 'any', maxOutputTokens: 32_000, defaultOutputTokens: 32_000 },
  { from: 3.7, like: budgeted, sampling: 'any', defaultOutputTokens: 32_000 },
  { from: 3.5, like: budgeted, sampling: 'any', maxOutputTokens: 8192, defaultOutputTokens: 8192 },
  { from: 0, like: budgeted, sampling: 'any', maxOutputTokens: 4096, defaultOutputTokens: 4096 },
])

/** Finds a Claude model by its name, in any provider's spelling. `undefined`: not known, so its requests are not changed. */
export const claudeModel = remembering((name): ClaudeModel | undefined => {
  const found = /claude-(?:([a-z]+)-)?(\d)(?:[-.](\d{1,2})(?!\d))?(?:-([a-z]+))?/.exec(name)
  if (found === null) return undefined
  const line = found[1] ?? found[4] ?? ''
  const generation = Number(`${found[2] ?? ''}.${found[3] ?? '0'}`)
  return modelOf(line, generation)
})
