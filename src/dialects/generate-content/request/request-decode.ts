import type { GeminiGenerateContentRequest } from '../../../../generated/generate-content/model/index.js'
import type { DecodeRequestContext } from '../../../exchange/context.js'
import { refuse } from '../../../exchange/error.js'
import { dropUnknown } from '../../../exchange/ledger.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import { defined } from '../../../json/object.js'
import type { WireObject } from '../../dialect.js'
import { decodeContents, decodeSystem } from '../content-decode.js'
import { decodeGenerationConfig } from './generation-config-decode.js'
import { oneOrMany } from '../one-or-many.js'
import { normaliseRequest } from './spelling.js'
import { tierFromWire } from '../service-tier.js'
import { decodeTools } from './tools-decode.js'

const members: ReadonlySet<string> = new Set([
  'model',
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'cachedContent',
  'serviceTier',
])

/** Reads a client's request. Pointers have the canonical (camelCase) names; `spelled` changes them to the client's. */
export function decodeRequest(wire: WireObject, context: DecodeRequestContext): ConversationRequest {
  const { ledger } = context
  // The contract's validator has checked the body against GeminiGenerateContentRequest.
  const request = normaliseRequest(wire) as unknown as GeminiGenerateContentRequest
  dropUnknown(request, members, '', ledger)
  if (request.model !== undefined) ledger.move('/model', 'the model is in the path')
  // It has part of the question (system text, tools, contents), which only that provider can read.
  if (request.cachedContent) throw refuse('/cachedContent', "cachedContent is stored at another provider than the model's.")

  const system = request.systemInstruction === undefined ? undefined : decodeSystem(request.systemInstruction, ledger)
  const { settings, reasoning, output } = decodeGenerationConfig(request.generationConfig ?? {}, ledger)
  const { tools, toolChoice } = decodeTools(request.tools, request.toolConfig, ledger)
  const tier = tierFromWire(request.serviceTier)
  return defined<ConversationRequest>({
    dialect: 'generate-content',
    model: context.model ?? request.model ?? '',
    stream: context.stream ?? false,
    turns: [...(system === undefined ? [] : [system]), ...decodeContents(oneOrMany(request.contents), ledger)],
    turnsAt: '/contents',
    tools,
    toolChoice,
    output,
    reasoning,
    settings: tier === undefined ? settings : { ...settings, serviceTier: { value: tier, at: '/serviceTier' } },
  })
}
