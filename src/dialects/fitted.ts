import type { DecodeContext } from '../exchange/context.js'
import { fitConversation } from '../exchange/fitting/fit.js'
import { fitTools, ToolNames } from '../exchange/fitting/tool-names.js'
import { LossLedger } from '../exchange/ledger.js'
import type { Part } from '../exchange/part.js'
import type { StreamPart } from '../exchange/stream-part.js'
import type { StreamDecoder, UpstreamHalf } from './dialect.js'

/** Wraps a dialect: requests are changed to what its providers accept, and the names of tools are changed back in replies. */
export function fitted<Half extends UpstreamHalf>(half: Half): Half {
  const { accepts } = half.facts
  return {
    ...half,
    encodeRequest: (conversation, target) => half.encodeRequest(fitConversation(conversation, accepts, target), target),
    decodeReply(wire, context) {
      const names = new ToolNames(accepts.toolNames, context.request.tools)
      if (!names.changed) return half.decodeReply(wire, context)
      const reply = half.decodeReply(wire, withFittedNames(context, names))
      return {
        ...reply,
        choices: reply.choices.map((choice) => ({ ...choice, parts: choice.parts.map((part) => withOriginalName(part, names)) })),
      }
    },
    createStreamDecoder(context) {
      const names = new ToolNames(accepts.toolNames, context.request.tools)
      return names.changed
        ? new RestoringDecoder(half.createStreamDecoder(withFittedNames(context, names)), names)
        : half.createStreamDecoder(context)
    },
  }
}

/** Decoders look up a tool by its name in the reply, which is the fitted one. */
function withFittedNames(context: DecodeContext, names: ToolNames): DecodeContext {
  return { ...context, request: { ...context.request, tools: fitTools(context.request.tools, names, new LossLedger()) } }
}

function withOriginalName(part: Part, names: ToolNames): Part {
  return part.type === 'tool-call' ? { ...part, name: names.original(part.name) } : part
}

class RestoringDecoder implements StreamDecoder {
  constructor(
    private readonly inner: StreamDecoder,
    private readonly names: ToolNames,
  ) {}

  push(event: Parameters<StreamDecoder['push']>[0]): StreamPart[] {
    return this.#restored(this.inner.push(event))
  }

  end(): StreamPart[] {
    return this.#restored(this.inner.end())
  }

  #restored(parts: StreamPart[]): StreamPart[] {
    for (const [index, part] of parts.entries())
      if (part.type === 'tool-call-start') parts[index] = { ...part, name: this.names.original(part.name) }
    return parts
  }
}
