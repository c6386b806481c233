import type { ConverseStreamEvent } from '../../../../generated/bedrock-converse/model/index.js'
import { unreadableEvent } from '../../../exchange/error.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { Usage } from '../../../exchange/usage.js'
import type { StreamTap, TappedEvent } from '../../dialect.js'
import { decodeException } from '../error.js'
import { decodeUsage } from './usage.js'
import { isObject, parseJson } from '../../../json/object.js'

/** Reads usage, the end and errors of a relayed stream. */
export class ConverseStreamTap implements StreamTap {
  finished = false
  usage: Usage | undefined
  contentBytes = 0

  push(frame: ServerSentEvent): TappedEvent {
    const event = parseJson(frame.data)
    if (!isObject(event)) return { type: 'error', error: unreadableEvent }
    const error = decodeException(event)
    if (error !== undefined) return { type: 'error', error }
    const { contentBlockDelta, messageStop, metadata } = event as ConverseStreamEvent
    if (messageStop !== undefined) this.finished = true
    if (metadata !== undefined) this.usage = decodeUsage(metadata.usage, metadata.serviceTier) ?? this.usage
    if (typeof contentBlockDelta?.delta !== 'object') return { type: 'other' }
    const { text, toolUse, reasoningContent } = contentBlockDelta.delta
    this.contentBytes += Buffer.byteLength(text ?? toolUse?.input ?? reasoningContent?.text ?? '')
    return { type: 'content' }
  }
}
