import { clientDialects } from './registry.js'
import type { KeyWatch } from '../json/count-values.js'
import { foldName } from '../json/folded.js'

/**
 * Members by which a router behind this gateway chooses other models or upstreams: OpenRouter's `models`, `route` and `preset`, LiteLLM's
 * fallbacks and its settings of deployments.
 */
export const choosingMembers = {
  /** Lists of models, which the caller must be allowed to use. */
  lists: ['models', 'fallbacks', 'fallback_models', 'fallback'],
  /** Only the gateway's configuration may decide these. */
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

/** Members, of any dialect, by which the gateway decides whether a request is allowed, where it goes and what it may cost. */
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

const namesByFolded: ReadonlyMap<string, string> = new Map(names.map((name) => [foldName(name), name]))

/**
 * Checks that the top-level keys of a body mean the same to every parser. Bodies are relayed unchanged, so a provider whose parser ignores
 * case (as Go's does), or takes the first of two equal keys, must not read another model than the gateway.
 */
export class DecidingMembers implements KeyWatch {
  problem: { readonly message: string; readonly param: string } | undefined
  readonly #seen: string[] = []

  key(key: string): void {
    const name = namesByFolded.get(foldName(key))
    if (name === undefined || this.problem !== undefined) return
    const param = `/${key}`
    if (name !== key) this.problem = { message: `The member ${JSON.stringify(key)} must be spelled ${JSON.stringify(name)}.`, param }
    else if (this.#seen.includes(key)) this.problem = { message: `The member ${JSON.stringify(key)} must not occur twice.`, param }
    else this.#seen.push(key)
  }
}

/** Whether a member with this name, in upper or lower case, is one of these. */
export function isDecidingMember(name: string): boolean {
  return namesByFolded.has(foldName(name))
}
