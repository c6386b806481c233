import type { ResponsesOutputItem, ResponsesResponse } from '../../../../generated/responses/model/index.js'
import type { ReplyContext } from '../../../exchange/context.js'
import type { Reply } from '../../../exchange/reply.js'
import type { Usage } from '../../../exchange/usage.js'
import type { WireObject } from '../../dialect.js'
import { withItemIds } from '../item-id.js'
import { encodeFinish, type WireFinish } from './finish.js'
import { encodeOutput } from './output-encode.js'
import { envelope, replyHead } from './reply-envelope.js'
import { encodeUsage } from './usage.js'

/** Encodes a reply as a response object. */
export function encodeReply(reply: Reply, given: ReplyContext): WireObject {
  const context = withItemIds(given)
  const choice = reply.choices.find(({ index }) => index === 0) ?? reply.choices[0]
  const parts = choice?.parts ?? []
  const finish = encodeFinish(
    choice?.finish,
    parts.some((part) => part.type === 'refusal'),
  )
  const output = encodeOutput(parts, choice?.logprobs ?? [], context)
  const last = output.at(-1)
  if (finish.status === 'incomplete' && last !== undefined) output[output.length - 1] = incompleteItem(last)
  return { ...finishedResponse(envelope(replyHead(reply, context), context.wireRequest), output, finish, reply.usage, context.now) }
}

/** The response at its end: with output, status and usage. */
export function finishedResponse(
  started: ResponsesResponse,
  output: readonly ResponsesOutputItem[],
  finish: WireFinish,
  usage: Usage | undefined,
  now: number,
): ResponsesResponse {
  return {
    ...started,
    status: finish.status,
    completed_at: finish.status === 'completed' ? Math.max(now, started.created_at) : null,
    error: finish.error,
    incomplete_details: finish.incomplete_details,
    output: [...output],
    usage: usage === undefined ? null : encodeUsage(usage),
  }
}

/** The last item of an incomplete response, which is incomplete too. */
function incompleteItem(item: ResponsesOutputItem): ResponsesOutputItem {
  return item.type === 'message' || item.type === 'function_call' || item.type === 'custom_tool_call'
    ? { ...item, status: 'incomplete' }
    : item
}
