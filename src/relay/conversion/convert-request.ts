import type { Dialect, WireObject } from '../../dialects/dialect.js'
import { upstreamDialectNames, type UpstreamDialect } from '../../exchange/dialect-name.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import type { LossLedger } from '../../exchange/ledger.js'
import type { TargetTraits } from '../../exchange/target.js'
import { parseWire } from '../../json/exact-numbers.js'
import { objectOf, textOf } from '../../json/object.js'
import { providerKind, providerKinds } from '../../providers/kinds.js'
import { noTraits, type Endpoint, type ProviderKind } from '../../providers/provider.js'
import type { ProviderSettings } from '../../providers/provider-settings.js'
import { conversionHeader } from '../conversation/conversion-header.js'
import { PiecedBody } from '../../json/pieced-body.js'
import { changedForRelay } from '../conversation/relayed-body.js'
import { decodedRequest, encodedRequest, ledgerFor, type ClientRequest } from '../conversation/translated-request.js'
import { applyChanges } from '../upstream/request-changes.js'
import { upstreamHeaders } from '../upstream/upstream-headers.js'
import type { Conversion, ConversionServices, Converted } from './conversion.js'

interface RequestConversion extends Conversion {
  readonly dialect: Dialect
  /** The contract has let it through. */
  readonly wire: WireObject
}

/** Where a request would go. */
interface ConversionTarget {
  readonly dialect: UpstreamDialect
  readonly model: string
  readonly traits: TargetTraits
}

export function convertRequest({ dialect, wire, to, ...asked }: RequestConversion, { newId }: ConversionServices): Converted {
  const model = asked.model ?? textOf(wire['model'])
  if (model === undefined) throw refuse('/model', 'model is missing: this style has it in the path.')
  const stream = asked.stream ?? wire['stream'] === true
  const { kind, dialects, traitsOf } = targetOf(to, model)
  const style = dialects.includes(dialect.name) ? dialect.name : dialects[0]
  if (style === undefined) throw refuse('/to', `The model ${JSON.stringify(model)} has no chat at a provider of the kind ${to}.`)
  const target: ConversionTarget = { dialect: style, model, traits: traitsOf(style) }
  const request: ClientRequest = { dialect, wire, model, stream }
  const relayed = style === dialect.name ? inBody(() => relay(request, target)) : undefined
  const { body, ledger } = relayed ?? inBody(() => translate(request, target, newId))
  const endpoint: Endpoint = { type: 'conversation', dialect: style, model, stream }
  const headers = upstreamHeaders(style, { incoming: { headers: {} } }, relayed !== undefined, stream)
  const sent = applyChanges(kind.requestChanges?.(endpoint) ?? {}, { headers, body })
  return {
    to: style,
    conversion: conversionHeader(dialect.name, style, ledger),
    address: kind.address(endpoint, settingsOf(kind)),
    headers: sent.headers,
    body: objectOf(parseWire(String(sent.body))) ?? {},
    losses: ledger.losses,
  }
}

interface Encoded {
  readonly body: Buffer
  readonly ledger: LossLedger
}

/** As for a provider of the client's own style; `undefined` where also then the request has to be translated. */
function relay({ dialect, wire, stream }: ClientRequest, target: ConversionTarget): Encoded | undefined {
  const asked = { wire, bytes: Buffer.from(JSON.stringify(wire)) }
  const changed = changedForRelay(dialect, asked, dialect.withoutForeignProofs(wire, target), { ...target, stream })
  if (changed === 'translate') return undefined
  const { body, ledger } = changed
  return { body: body instanceof PiecedBody ? body.joined() : body, ledger }
}

function translate(request: ClientRequest, target: ConversionTarget, newId: (prefix: string) => string): Encoded {
  const ledger = ledgerFor(request)
  const asked = decodedRequest(request, ledger)
  const encoded = encodedRequest(request, asked, target.dialect, { ...target, ledger, newId })
  return { body: Buffer.from(JSON.stringify(encoded)), ledger }
}

/** Errors of the body name the field below `/body`. */
function inBody<Value>(make: () => Value): Value {
  try {
    return make()
  } catch (thrown) {
    if (!(thrown instanceof GatewayFailure) || thrown.error.param?.startsWith('/') !== true) throw thrown
    throw new GatewayFailure({ ...thrown.error, param: `/body${thrown.error.param}` })
  }
}

interface KnownTarget {
  readonly kind: ProviderKind
  readonly dialects: readonly UpstreamDialect[]
  readonly traitsOf: (dialect: UpstreamDialect) => TargetTraits
}

/** A style at the provider that defines it, or a kind of provider with its ways. */
function targetOf(name: string, model: string): KnownTarget {
  const style = upstreamDialectNames.find((dialect) => dialect === name)
  const kind = providerKind(style === undefined ? name : definedBy[style])
  if (kind === undefined)
    throw refuse('/to', `There is no style and no kind of provider ${JSON.stringify(name)}; there are ${targetNames().join(', ')}.`)
  if (style !== undefined) return { kind, dialects: [style], traitsOf: () => noTraits }
  const settings = settingsOf(kind)
  try {
    return {
      kind,
      dialects: kind.conversationDialects(settings, model),
      traitsOf: (dialect) => kind.traits(settings, model, dialect),
    }
  } catch (thrown) {
    if (thrown instanceof GatewayFailure) throw thrown
    throw refuse('/to', `What providers of the kind ${name} are sent depends on their settings: name a style.`)
  }
}

function targetNames(): string[] {
  return [...upstreamDialectNames, ...providerKinds.map(({ kind }) => kind)]
}

const definedBy: Readonly<Record<UpstreamDialect, string>> = {
  'chat-completions': 'openai',
  messages: 'anthropic',
  responses: 'openai',
  'generate-content': 'gemini',
  'cohere-chat': 'cohere',
  'bedrock-converse': 'bedrock',
}

/** The settings of a provider of this kind without any configuration. */
function settingsOf({ kind, defaultBaseUrl }: ProviderKind): ProviderSettings {
  const settings = { name: kind, kind, headers: {}, settings: {} }
  return defaultBaseUrl === undefined ? settings : { ...settings, base_url: defaultBaseUrl }
}
