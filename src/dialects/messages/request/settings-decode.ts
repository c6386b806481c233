import type { MessagesRequest } from '../../../../generated/messages/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { located, type Located } from '../../../exchange/located.js'
import type { JsonSchema, OutputFormat, Settings } from '../../../exchange/request.js'
import { defined } from '../../../json/object.js'

const knownOfMetadata = new Set(['user_id'])
const knownOfOutput = new Set(['effort', 'format'])
const knownOfFormat = new Set(['type', 'schema'])

export function decodeSettings(wire: MessagesRequest, ledger: LossLedger): Settings {
  const { metadata } = wire
  if (metadata !== undefined) dropUnknown(metadata, knownOfMetadata, '/metadata', ledger)
  const stops = wire.stop_sequences
  return defined<Settings>({
    maxOutputTokens: located(wire.max_tokens, '/max_tokens'),
    temperature: located(wire.temperature, '/temperature'),
    topP: located(wire.top_p, '/top_p'),
    topK: located(wire.top_k, '/top_k'),
    stopSequences: stops?.length === 0 ? undefined : located(stops, '/stop_sequences'),
    user: located(metadata?.user_id, '/metadata/user_id'),
    serviceTier: located(wire.service_tier, '/service_tier'),
  })
}

export function decodeOutput(wire: MessagesRequest, ledger: LossLedger): { readonly output?: Located<OutputFormat> } {
  const { output_config: config, output_format: legacyFormat } = wire
  if (config !== undefined) dropUnknown(config, knownOfOutput, '/output_config', ledger)
  const format = config?.format ?? legacyFormat
  if (config?.format && legacyFormat) ledger.drop('/output_format', 'replaced by output_config.format')
  if (format === null || format === undefined) return {}
  const at = format === legacyFormat ? '/output_format' : '/output_config/format'
  dropUnknown(format, knownOfFormat, at, ledger)
  // The generated type has no members, since a JSON Schema is an open object.
  return { output: { value: { type: 'json-schema', schema: format.schema as JsonSchema }, at } }
}
