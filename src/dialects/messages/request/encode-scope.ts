import type { MessagesCacheControl } from '../../../../generated/messages/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { CacheHint } from '../../../exchange/part.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import type { Target, TargetTraits } from '../../../exchange/target.js'
import { claudeModel, type ClaudeModel } from '../../claude-models.js'
import { ToolIds } from './tool-ids.js'
import { defined } from '../../../json/object.js'

/** The most cache breakpoints in a request. Source: Anthropic's page "Prompt caching". */
const breakpointLimit = 4

/** What the encoders of the parts of one request share. */
export class EncodeScope {
  readonly ids = new ToolIds()
  readonly ledger: LossLedger
  readonly traits: TargetTraits
  /** `undefined` for models that are not known. */
  readonly model: ClaudeModel | undefined
  #breakpoints = 0

  constructor(
    readonly conversation: ConversationRequest,
    target: Target,
  ) {
    this.ledger = target.ledger
    this.traits = target.traits
    this.model = claudeModel(target.model)
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
