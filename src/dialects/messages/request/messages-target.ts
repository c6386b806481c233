import type { MessagesCacheControl } from '../../../../generated/messages/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { CacheHint } from '../../../exchange/part.js'
import type { Target, TargetTraits } from '../../../exchange/target.js'
import { claudeModel, type ClaudeModel } from '../../claude-models.js'
import { ToolIds } from './tool-ids.js'
import { defined } from '../../../json/object.js'

/** The most cache breakpoints in a request. Source: Anthropic's page "Prompt caching". */
const breakpointLimit = 4

/** The target of one request, with what the encoders of its parts share. */
export class MessagesTarget implements Target {
  readonly model: string
  readonly defaultMaxOutputTokens?: number
  readonly traits: TargetTraits
  readonly ledger: LossLedger
  readonly newId: Target['newId']
  /** What the model takes; `undefined` for models that are not known. */
  readonly claude: ClaudeModel | undefined
  readonly ids = new ToolIds()
  #breakpoints = 0

  constructor({ model, defaultMaxOutputTokens, traits, ledger, newId }: Target) {
    this.model = model
    if (defaultMaxOutputTokens !== undefined) this.defaultMaxOutputTokens = defaultMaxOutputTokens
    this.traits = traits
    this.ledger = ledger
    this.newId = newId
    this.claude = claudeModel(model)
  }

  /** The member `cache_control` for a hint, to be spread into a block. */
  cache(hint: CacheHint | undefined): { readonly cache_control: MessagesCacheControl } | Record<string, never> {
    if (hint === undefined) return {}
    if (this.#breakpoints === breakpointLimit) {
      this.ledger.drop(hint.at, 'the provider accepts at most four cache breakpoints')
      return {}
    }
    this.#breakpoints += 1
    return { cache_control: defined({ type: 'ephemeral', ttl: hint.ttl }) }
  }
}
