import { isObject, numberOf, objectOf, objectsOf, parseJson, textOf, type JsonObject } from '../../../../src/json/object.js'
import type { FinishReason } from '../conversation.js'
import type { Delta, ReplyReader } from './delta.js'
import { errorOf } from './error.js'
import { mediaDeltas } from './media.js'
import { usageOf } from './usage.js'

const filtered = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY'])

export class GenerateContentReader implements ReplyReader {
  /** The style has no end mark beside the finish reason. */
  ended = false
  private calls = 0

  event(_name: string, data: string): readonly Delta[] {
    return this.reply(parseJson(data))
  }

  reply(body: unknown): readonly Delta[] {
    if (!isObject(body)) return []
    if (isObject(body.error)) return [{ kind: 'error', problem: errorOf(body.error) }]
    const candidate = objectsOf(body.candidates)[0] ?? {}
    const parts = objectsOf(objectOf(candidate.content)?.parts).flatMap((part) => this.part(part))
    return [...parts, ...this.finish(candidate, body), ...this.usage(body.usageMetadata)]
  }

  private part(part: JsonObject): readonly Delta[] {
    const text = textOf(part.text)
    if (text !== undefined) return [{ kind: part.thought === true ? 'reasoning' : 'text', text }]
    const call = objectOf(part.functionCall)
    if (call !== undefined) {
      const key = String(this.calls++)
      return [
        { kind: 'call', key, id: textOf(call.id) ?? `call_${key}`, name: textOf(call.name) ?? '' },
        { kind: 'arguments', key, text: JSON.stringify(call.args ?? {}) },
      ]
    }
    const inline = objectOf(part.inlineData)
    const data = textOf(inline?.data)
    const mediaType = textOf(inline?.mimeType)
    if (data === undefined || mediaType === undefined) return []
    return mediaDeltas(mediaType, data)
  }

  private finish(candidate: JsonObject, body: JsonObject): readonly Delta[] {
    const reason = textOf(candidate.finishReason) ?? (isObject(body.promptFeedback) ? textOf(body.promptFeedback.blockReason) : undefined)
    if (reason === undefined) return []
    this.ended = true
    return [{ kind: 'finish', reason: this.reasonOf(reason) }]
  }

  private reasonOf(reason: string): FinishReason {
    if (reason === 'MAX_TOKENS') return 'length'
    if (filtered.has(reason)) return 'content_filter'
    return this.calls > 0 ? 'tool_calls' : 'stop'
  }

  /** Thoughts are output too, and counted apart. */
  private usage(value: unknown): readonly Delta[] {
    const metadata = objectOf(value)
    const output = numberOf(metadata?.candidatesTokenCount)
    const thoughts = numberOf(metadata?.thoughtsTokenCount) ?? 0
    return usageOf({ ...metadata, output: output === undefined ? undefined : output + thoughts }, 'promptTokenCount', 'output')
  }
}
