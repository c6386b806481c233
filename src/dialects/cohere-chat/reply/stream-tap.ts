import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { Usage } from '../../../exchange/usage.js'
import type { StreamTap, TappedEvent } from '../../dialect.js'
import { readErrorInReply } from '../error.js'
import { decodeFailedFinish } from './finish.js'
import { decodeUsage } from './usage.js'
import type {
  CohereMessageEnd,
  CohereContentDelta,
  CohereToolCallDelta,
  CohereToolPlanDelta,
} from '../../../../generated/cohere-chat/model/index.js'
import { unreadableEvent } from '../../../exchange/error.js'

type Seen = CohereMessageEnd | CohereContentDelta | CohereToolCallDelta | CohereToolPlanDelta

/** Reads usage, the end and errors of a relayed stream. */
export class CohereStreamTap implements StreamTap {
  finished = false
  usage: Usage | undefined
  contentBytes = 0

  push(frame: ServerSentEvent): TappedEvent {
    if (frame.data === '[DONE]' || frame.data === '') return { type: 'other' }
    let event: Partial<Seen>
    let known: string | undefined
    try {
      // Upstream events are not validated: every member may be absent.
      event = JSON.parse(frame.data) as Partial<Seen>
      known = event.type
    } catch {
      return { type: 'error', error: unreadableEvent }
    }
    switch (event.type) {
      case 'message-end': {
        this.usage = decodeUsage(event.delta?.usage) ?? this.usage
        const error = decodeFailedFinish(event.delta?.finish_reason ?? '', event.delta?.error ?? undefined)
        if (error !== undefined) return { type: 'error', error }
        this.finished = true
        return { type: 'other' }
      }
      case 'content-delta':
        return this.#content(event.delta?.message?.content?.text ?? event.delta?.message?.content?.thinking ?? '')
      case 'tool-plan-delta':
        return this.#content(event.delta?.message?.tool_plan ?? '')
      case 'tool-call-delta':
        return this.#content(event.delta?.message?.tool_calls?.function?.arguments ?? '')
      default: {
        const error = known === undefined ? readErrorInReply(event) : undefined
        return error === undefined ? { type: 'other' } : { type: 'error', error }
      }
    }
  }

  #content(text: string): TappedEvent {
    this.contentBytes += Buffer.byteLength(text)
    return { type: 'content' }
  }
}
