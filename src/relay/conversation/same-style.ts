import type { Dialect, RelayedChange, WireObject } from '../../dialects/dialect.js'
import type { ChatDialect } from '../../exchange/dialect-name.js'
import { mayHoldSealedProof } from '../../exchange/proof.js'
import type { TargetTraits } from '../../exchange/target.js'
import type { RoutedTarget } from '../../routing/target.js'
import { patchTopLevel, removeTopLevel } from '../../json/body-patch.js'
import type { Frame } from '../stream/frame-reader.js'

/** What relaying one style changes in the client's bytes and in the upstream's. Everything else passes as it is. */
export interface SameStyle {
  /** Values of top-level request members to put in, as JSON texts. */
  patches(wire: WireObject, model: string, stream: boolean, traits: TargetTraits): Readonly<Record<string, string>>
  /** A change of single frames on the way down. */
  rewrite?(wire: WireObject): ((frame: Frame) => string | undefined) | undefined
}

export const sameStyle: Readonly<Record<ChatDialect, SameStyle>> = {
  'chat-completions': {
    patches: (wire, model, stream, traits) => ({
      model: JSON.stringify(model),
      ...(stream && !asksForUsage(wire) && !(traits.unsupported ?? []).includes('stream_options')
        ? { stream_options: JSON.stringify({ ...(isObject(wire.stream_options) ? wire.stream_options : {}), include_usage: true }) }
        : {}),
    }),
    // The usage chunk was asked for by the gateway; a client that did not ask is not shown it.
    rewrite: (wire) => (asksForUsage(wire) ? undefined : (frame) => (isUsageChunk(frame.data) ? '' : undefined)),
  },
  messages: { patches: (_wire, model) => ({ model: JSON.stringify(model) }) },
  responses: { patches: (_wire, model) => ({ model: JSON.stringify(model) }) },
  // The model is in the path.
  'generate-content': { patches: () => ({}) },
}

/**
 * The members of the request that hold another provider's proofs, without them: a client that changed the model within a conversation
 * sends them back in the places of its own style. Nearly every request is passed after a look at its bytes.
 */
export function ownHistory(dialect: Dialect, request: RelayedRequest, target: RoutedTarget): WireObject | undefined {
  const { wire, bytes } = request
  // Chat clients get Gemini's signatures unsealed, under the name that Google's own endpoint gives them.
  const suspicious = mayHoldSealedProof(bytes) || (dialect.name === 'chat-completions' && bytes.includes(unsealedSignature))
  return suspicious ? dialect.withoutForeignProofs(wire, { model: target.model, traits: target.provider.traits }) : undefined
}

const unsealedSignature = Buffer.from('"thought_signature"')

interface RelayedRequest {
  readonly wire: WireObject
  readonly bytes: Buffer
}

/** The bytes of a request with {@link ownHistory} put in. */
export function withOwnHistory(dialect: Dialect, request: RelayedRequest, target: RoutedTarget): Buffer {
  const own = ownHistory(dialect, request, target)
  return own === undefined ? request.bytes : relayedBody(request.bytes, {}, own, undefined)
}

/** The client's bytes with the members changed that the relay and the provider's quirks want changed; the bytes themselves where none. */
export function relayedBody(
  bytes: Buffer,
  patches: Readonly<Record<string, string>>,
  own: WireObject | undefined,
  change: RelayedChange | undefined,
): Buffer {
  if (own === undefined && change === undefined) return patchTopLevel(bytes, patches)
  const put: Record<string, string> = { ...patches }
  for (const [name, value] of Object.entries({ ...own, ...change?.put })) put[name] = JSON.stringify(value)
  const kept = change === undefined || change.leaveOut.length === 0 ? bytes : removeTopLevel(bytes, change.leaveOut)
  return Object.keys(put).length === 0 ? kept : patchTopLevel(kept, put)
}

function asksForUsage(wire: WireObject): boolean {
  return isObject(wire.stream_options) && wire.stream_options.include_usage === true
}

function isUsageChunk(data: string): boolean {
  if (!data.includes('"usage"') || !/"choices"\s*:\s*\[\s*\]/.test(data)) return false
  try {
    const chunk: unknown = JSON.parse(data)
    return isObject(chunk) && Array.isArray(chunk.choices) && chunk.choices.length === 0 && isObject(chunk.usage)
  } catch {
    return false
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
