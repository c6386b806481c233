import { ChunkAssembler, mostKeptLength } from '../../dialects/chat-completions/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { listOf, objectOf, textOf } from '../../json/object.js'
import type { ReplyObserver } from '../../relay/conversation/conversation.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { placeOf } from '../kept-objects.js'
import type { ModelServices } from '../operation.js'

/** What is kept of a completion. */
export interface KeptCompletion {
  readonly reply: WireObject
  readonly messages: readonly unknown[]
}

/** Keeps the reply of a request with `store: true`; `undefined` for other requests. */
export function completionKeeper(request: GatewayRequest, { objects }: ModelServices, wire: WireObject): ReplyObserver | undefined {
  if (wire['store'] !== true) return undefined
  const keep = (reply: WireObject): void => {
    const id = textOf(reply['id'])
    if (id === undefined) return
    const value: KeptCompletion = { reply, messages: listOf(wire['messages']) }
    const model = textOf(wire['model']) ?? ''
    objects.addLater(placeOf(request.caller.owner, 'chat-completion'), [{ id, value, model, metadata: objectOf(wire['metadata']) ?? {} }])
  }
  const assembler = new ChunkAssembler(mostKeptLength)
  return {
    reply(reply) {
      keep(reply)
    },
    relayedEvent(data) {
      if (data !== '[DONE]') assembler.push(data)
      else {
        const whole = assembler.whole()
        if (whole !== undefined) keep(whole)
      }
    },
  }
}
