import { clientDialects } from './registry.js'
import type { KeyWatch } from '../json/scan.js'

/**
 * Members by which routers behind this gateway choose more models, or another upstream: OpenRouter's `models`,
 * `route` and `preset`, LiteLLM's fallbacks and its settings of a deployment.
 */
export const choosingMembers = {
  /** Their names of models are checked like the request's own. */
  lists: ['models', 'fallbacks', 'fallback_models', 'fallback'],
  /** The gateway's configuration alone decides these. */
  refused: [
    'context_window_fallbacks',
    'content_policy_fallbacks',
    'context_window_fallback_dict',
    'model_list',
    'user_config',
    'deployment_id',
    'custom_llm_provider',
    'api_base',
    'base_url',
    'api_key',
    'preset',
  ],
} as const

/** Members by which the gateway decides who may send a request, where it goes and what it may cost, of all dialects and of single ones. */
const names = [
  'model',
  ...choosingMembers.lists,
  ...choosingMembers.refused,
  'stream',
  'n',
  'input',
  'prompt',
  'documents',
  'requests',
  'service_tier',
  'route',
  'plugins',
  ...Object.values(clientDialects).flatMap(({ facts }) => facts.decidingMembers),
]

const byFolded: ReadonlyMap<string, string> = new Map(names.map((name) => [fold(name), name]))
const plain = /^[a-z\d_]*$/

/**
 * Watches the outermost keys of a body for what two parsers would read differently. Bodies are relayed as they came: a provider whose
 * parser ignores case (Go's does), or takes the first of two equal keys, must not see another model than the gateway did.
 */
export class DecidingMembers implements KeyWatch {
  problem: { readonly message: string; readonly param: string } | undefined
  readonly #seen: string[] = []

  key(key: string): void {
    const name = byFolded.get(plain.test(key) ? key : fold(key))
    if (name === undefined || this.problem !== undefined) return
    const param = `/${key}`
    if (name !== key) this.problem = { message: `The member ${JSON.stringify(key)} must be spelled ${JSON.stringify(name)}.`, param }
    else if (this.#seen.includes(key)) this.problem = { message: `The member ${JSON.stringify(key)} must not stand twice.`, param }
    else this.#seen.push(key)
  }
}

/** Whether the gateway decides by a member of this name, in any case. */
export function decides(name: string): boolean {
  return byFolded.has(fold(name))
}

/** Folded as case-insensitive parsers compare: `ſ` is an s and the Kelvin sign a k. */
function fold(key: string): string {
  return key.toUpperCase().toLowerCase()
}
