import type { MessagesRequest } from '../../../../generated/messages/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { JsonSchema, OutputFormat, Settings } from '../../../exchange/request.js'

const knownOfMetadata = new Set(['user_id'])
const knownOfOutput = new Set(['effort', 'format'])
const knownOfFormat = new Set(['type', 'schema'])

export function decodeSettings(wire: MessagesRequest, ledger: LossLedger): Settings {
  const { metadata } = wire
  if (metadata !== undefined) dropUnknown(metadata, knownOfMetadata, '/metadata', ledger)
  const user = metadata?.user_id
  return {
    maxOutputTokens: { value: wire.max_tokens, at: '/max_tokens' },
    ...(wire.temperature === undefined ? {} : { temperature: { value: wire.temperature, at: '/temperature' } }),
    ...(wire.top_p === undefined ? {} : { topP: { value: wire.top_p, at: '/top_p' } }),
    ...(wire.top_k === undefined ? {} : { topK: { value: wire.top_k, at: '/top_k' } }),
    ...(wire.stop_sequences === undefined || wire.stop_sequences.length === 0
      ? {}
      : { stopSequences: { value: wire.stop_sequences, at: '/stop_sequences' } }),
    ...(user === null || user === undefined ? {} : { user: { value: user, at: '/metadata/user_id' } }),
    ...(wire.service_tier === undefined ? {} : { serviceTier: { value: wire.service_tier, at: '/service_tier' } }),
  }
}

export function decodeOutput(wire: MessagesRequest, ledger: LossLedger): { readonly output?: Located<OutputFormat> } {
  const { output_config: config, output_format: early } = wire
  if (config !== undefined) dropUnknown(config, knownOfOutput, '/output_config', ledger)
  const format = config?.format ?? early
  if (config?.format && early) ledger.drop('/output_format', 'output_config.format stands in its place')
  if (format === null || format === undefined) return {}
  const at = format === early ? '/output_format' : '/output_config/format'
  dropUnknown(format, knownOfFormat, at, ledger)
  // A JSON Schema is an open object.
  return { output: { value: { type: 'json-schema', schema: format.schema as JsonSchema }, at } }
}
