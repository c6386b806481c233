import type { GeminiContent, GeminiGenerateContentRequest, GeminiPart } from '../../../../generated/generate-content/model/index.js'
import { refuse } from '../../../exchange/error.js'
import { withoutForeignTools } from '../../../exchange/fitting/hosted-tools.js'
import type { Located } from '../../../exchange/located.js'
import { placeOf } from '../../../exchange/part.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import { TakenSettings, takeStored, takeStreamUsage } from '../../../exchange/taken-settings.js'
import type { Target } from '../../../exchange/target.js'
import { encodeContents } from './contents-encode.js'
import { encodeGenerationConfig } from './generation-config-encode.js'
import { tierToWire } from '../service-tier.js'
import { encodeTools } from './tools-encode.js'
import { searchesWeb } from './web-search.js'
import { defined } from '../../../json/object.js'

/** The body for `generateContent` and `streamGenerateContent`; the model is in the path. */
export function encodeRequest(original: ConversationRequest, target: Target): GeminiGenerateContentRequest {
  const conversation = withoutForeignTools(
    original,
    { dialect: 'generate-content', searchesWeb: searchesWeb(original, target) },
    target.ledger,
  )
  const contents = encodeContents(conversation, target)
  const system = encodeSystem(conversation, target)
  // A request must have contents: system text alone is sent as the user's.
  const asked: GeminiContent[] = contents.length === 0 && system.length > 0 ? [{ role: 'user', parts: system }] : contents
  if (asked.length === 0)
    throw refuse(
      conversation.turns[0]?.at ?? conversation.turnsAt ?? '',
      'There is nothing to answer: no turn of the conversation has content.',
    )
  if (asked !== contents)
    conversation.turns.forEach((turn) => target.ledger.approximate(turn.at, 'system text without a question is sent as the question'))
  const { tools, toolConfig } = encodeTools(conversation, target)
  const settings = new TakenSettings(conversation.settings)
  const generationConfig = encodeGenerationConfig(conversation, settings, target)
  const serviceTier = encodeTier(settings.take('serviceTier'), target)
  takeStreamUsage(settings, target.ledger)
  takeStored(settings, target.ledger)
  settings.dropUnsupported(target.ledger, 'generate-content has no such setting')
  return defined({
    systemInstruction: system.length > 0 && asked === contents ? { parts: system } : undefined,
    contents: asked,
    tools,
    toolConfig,
    generationConfig,
    serviceTier,
  })
}

/** The parts of `systemInstruction`: all system and developer text of the conversation. Throws a 400 for parts that are not text. */
function encodeSystem(conversation: ConversationRequest, target: Target): GeminiPart[] {
  const { ledger } = target
  const parts: GeminiPart[] = []
  let begun = false
  for (const turn of conversation.turns) {
    if (turn.role !== 'system' && turn.role !== 'developer') {
      begun = true
      continue
    }
    if (begun) ledger.approximate(turn.at, 'system text within the conversation is moved to its beginning')
    if (turn.name !== undefined) ledger.drop(turn.name.at, 'generate-content has no names of participants')
    for (const part of turn.parts) {
      if (part.cache !== undefined) ledger.drop(part.cache.at, 'generate-content has no cache markers')
      if (part.type === 'opaque') {
        ledger.drop(part.at, `${part.label} belongs to another provider`)
        continue
      }
      if (part.type !== 'text') throw refuse(part.at, 'The provider of this model accepts only text as system text.')
      if (part.citations !== undefined && part.citations.length > 0)
        ledger.drop(placeOf(part, 'citations'), 'generate-content has no citations in a request')
      if (part.proof !== undefined) ledger.drop(placeOf(part, 'proof'), 'system text has no signature')
      if (part.text !== '') parts.push({ text: part.text })
    }
  }
  return parts
}

function encodeTier(tier: Located<string> | undefined, target: Target): string | undefined {
  if (tier === undefined) return undefined
  const { ledger, traits } = target
  const { value, at } = tier
  const name = traits.unsupported?.includes('serviceTier') ? undefined : tierToWire(value)
  if (name === undefined && value === 'auto') ledger.move(at, 'not needed: the provider chooses by default')
  else if (name === undefined) ledger.drop(at, 'generate-content has no such service tier')
  else if (name !== value) ledger.move(at, `the tier is called ${name}`)
  return name
}
