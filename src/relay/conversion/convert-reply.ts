import type { Dialect, WireObject } from '../../dialects/dialect.js'
import { upstreamDialects } from '../../dialects/registry.js'
import type { DecodeContext, ReplyContext } from '../../exchange/context.js'
import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import { refuse, type GatewayFailure } from '../../exchange/error.js'
import { LossLedger } from '../../exchange/ledger.js'
import { checkReply } from '../../exchange/reply-check.js'
import { objectOf } from '../../json/object.js'
import { noTraits } from '../../providers/provider.js'
import { conversionHeader } from '../conversation/conversion-header.js'
import { partsOfBody } from '../conversation/whole-reply.js'
import { decodedRequest } from '../conversation/translated-request.js'
import { JoinedOutput } from '../stream/joined-output.js'
import { TranslationPipe } from '../stream/translation-pipe.js'
import type { ConversionServices, Converted } from './conversion.js'

interface ReplyConversion {
  readonly from: UpstreamDialect
  readonly to: Dialect
  readonly model: string | undefined
  /** The request that it answers, in the client's style; absent: the simplest one. */
  readonly request: WireObject | undefined
}

export function convertReply(wire: WireObject, conversion: ReplyConversion, services: ConversionServices): Converted {
  const { from, to } = conversion
  const { ledger, decode, reply } = contextsOf(conversion, services, false)
  const body =
    from === to.name ? wire : readable('/body', () => to.encodeReply(checkReply(upstreamDialects[from].decodeReply(wire, decode)), reply))
  return { to: to.name, conversion: conversionHeader(from, to.name, ledger), body, losses: ledger.losses }
}

export async function convertStream(text: string, conversion: ReplyConversion, services: ConversionServices): Promise<Converted> {
  const { from, to } = conversion
  const { ledger, decode, reply } = contextsOf(conversion, services, true)
  const stream = from === to.name ? text : await translated(text, { from, to, decode, reply })
  return { to: to.name, conversion: conversionHeader(from, to.name, ledger), stream, losses: ledger.losses }
}

interface Contexts {
  readonly from: UpstreamDialect
  readonly to: Dialect
  readonly decode: DecodeContext
  readonly reply: ReplyContext
}

/** An error inside the stream becomes the frames that the client would get. */
async function translated(text: string, { from, to, decode, reply }: Contexts): Promise<string> {
  const upstream = upstreamDialects[from]
  const decoder = upstream.createStreamDecoder(decode)
  const pipe = new TranslationPipe({
    decoder,
    partsOfBody: (body) => partsOfBody(upstream, decoder, decode, body),
    encoder: to.createStreamEncoder(reply, { framing: 'sse', requestId: reply.newId('req_') }),
    frameLimit: text.length * 3 + 1,
    streamLimit: text.length * 3 + 1,
  })
  const output = new JoinedOutput()
  try {
    output.add(await pipe.push(Buffer.from(text)))
    if (output.ended === undefined) output.add(await pipe.end())
  } catch (problem) {
    throw unreadable('/text', problem)
  }
  if (output.ended !== undefined && output.ended !== 'complete') output.write(pipe.failure(output.ended))
  return output.text()
}

function contextsOf({ from, to, model = 'model', request }: ReplyConversion, { newId, now }: ConversionServices, stream: boolean) {
  const ledger = new LossLedger()
  const wireRequest = request ?? objectOf(to.contractTest.body(model, stream, {})) ?? {}
  const asked = decodedRequest({ dialect: to, wire: wireRequest, model, stream }, new LossLedger())
  const decode: DecodeContext = { newId, traits: noTraits, ledger, request: asked }
  const reply: ReplyContext = { request: asked, wireRequest, upstreamDialect: from, now: Math.floor(now / 1000), newId, ledger }
  return { ledger, decode, reply }
}

/** What a decoder cannot read is the caller's mistake here. */
function readable<Value>(at: string, read: () => Value): Value {
  try {
    return read()
  } catch (problem) {
    throw unreadable(at, problem)
  }
}

function unreadable(at: string, problem: unknown): GatewayFailure {
  return refuse(at, `This cannot be read in the style that from names${problem instanceof Error ? `: ${problem.message}` : '.'}`)
}
