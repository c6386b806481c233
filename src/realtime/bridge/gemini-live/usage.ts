import { amount, text } from './reading.js'
import { objectsOf, objectOf, type JsonObject } from '../../../json/object.js'

/** Usage in the format of OpenAI's realtime API. */
export interface RealtimeUsage {
  readonly total_tokens: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly input_token_details: {
    readonly text_tokens: number
    readonly audio_tokens: number
    readonly image_tokens: number
    readonly cached_tokens: number
  }
  readonly output_token_details: { readonly text_tokens: number; readonly audio_tokens: number }
}

/**
 * Reads a `usageMetadata`: `responseTokenCount` or, at Vertex, `candidatesTokenCount`; thoughts are counted beside them.
 * A count of the response that is left out follows from the total.
 */
export function readUsage(wire: unknown): RealtimeUsage | undefined {
  const metadata = objectOf(wire)
  if (metadata === undefined) return undefined
  const prompt = amount(metadata['promptTokenCount'])
  const total = amount(metadata['totalTokenCount'])
  if (prompt === undefined && total === undefined) return undefined
  const input = (prompt ?? 0) + (amount(metadata['toolUsePromptTokenCount']) ?? 0)
  const written =
    amount(metadata['responseTokenCount']) ?? amount(metadata['candidatesTokenCount']) ?? Math.max(0, (total ?? input) - input)
  const thoughts = amount(metadata['thoughtsTokenCount']) ?? 0
  const inputs = modalities(metadata['promptTokensDetails'])
  const outputs = modalities(metadata['responseTokensDetails'] ?? metadata['candidatesTokensDetails'])
  const audioOut = outputs('AUDIO')
  const [audioIn, imageIn] = [inputs('AUDIO'), inputs('IMAGE') + inputs('VIDEO')]
  return {
    total_tokens: input + written + thoughts,
    input_tokens: input,
    output_tokens: written + thoughts,
    input_token_details: {
      text_tokens: Math.max(0, input - audioIn - imageIn),
      audio_tokens: audioIn,
      image_tokens: imageIn,
      cached_tokens: amount(metadata['cachedContentTokenCount']) ?? 0,
    },
    output_token_details: { text_tokens: Math.max(0, written + thoughts - audioOut), audio_tokens: audioOut },
  }
}

export function addUsage(one: RealtimeUsage | undefined, other: RealtimeUsage | undefined): RealtimeUsage | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const [input, output] = [other.input_token_details, other.output_token_details]
  return {
    total_tokens: one.total_tokens + other.total_tokens,
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    input_token_details: {
      text_tokens: one.input_token_details.text_tokens + input.text_tokens,
      audio_tokens: one.input_token_details.audio_tokens + input.audio_tokens,
      image_tokens: one.input_token_details.image_tokens + input.image_tokens,
      cached_tokens: one.input_token_details.cached_tokens + input.cached_tokens,
    },
    output_token_details: {
      text_tokens: one.output_token_details.text_tokens + output.text_tokens,
      audio_tokens: one.output_token_details.audio_tokens + output.audio_tokens,
    },
  }
}

/**
 * Usage that the provider has reported and no response has carried yet. Reports of one turn replace each other; the turns are added.
 */
export class UnreportedUsage {
  #ofTurn: RealtimeUsage | undefined
  #settled: RealtimeUsage | undefined

  report(wire: JsonObject): void {
    this.#ofTurn = readUsage(wire) ?? this.#ofTurn
  }

  endTurn(): void {
    this.#settled = addUsage(this.#settled, this.#ofTurn)
    this.#ofTurn = undefined
  }

  /** Of the turns that have ended. */
  take(): RealtimeUsage | undefined {
    const usage = this.#settled
    this.#settled = undefined
    return usage
  }

  /** All usage that is left. */
  takeAll(): RealtimeUsage | undefined {
    this.endTurn()
    return this.take()
  }
}

function modalities(wire: unknown): (name: string) => number {
  const counts = new Map(objectsOf(wire).map((entry) => [text(entry['modality']), amount(entry['tokenCount']) ?? 0]))
  return (name) => counts.get(name) ?? 0
}
