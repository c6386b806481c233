import type { GatewayError } from '../../exchange/error.js'
import type { Part } from '../../exchange/part.js'
import type { FinishReason } from '../../exchange/reply.js'
import { defined } from '../../json/object.js'
import type { Content } from '../conversation/limits.js'
import { mockFailure } from '../conversation/stream.js'
import type { Preferences } from '../preferences.js'
import type { ScriptedAnswer, ScriptedError, ScriptedReply } from './script.js'

/** A scripted reply as the content of an answer. */
export function contentOfReply(reply: string | ScriptedReply, newId: (prefix: string) => string): Content {
  const { reasoning, text, calls = [], refusal, finish } = typeof reply === 'string' ? { text: reply } : reply
  const parts: Part[] = []
  if (reasoning !== undefined) parts.push({ type: 'reasoning', at: '', text: reasoning })
  if (text !== undefined) parts.push({ type: 'text', at: '', text })
  if (refusal !== undefined) parts.push({ type: 'refusal', at: '', text: refusal })
  for (const { name, arguments: given, input } of calls)
    parts.push({
      ...{ type: 'tool-call', at: '', id: newId('call_'), name },
      ...(input === undefined ? { kind: 'function', input: JSON.stringify(given ?? {}) } : { kind: 'custom', input }),
    })
  const usual: FinishReason = calls.length > 0 ? 'tool-calls' : refusal === undefined ? 'stop' : 'refusal'
  return { parts, finish: { reason: finish ?? usual } }
}

export function errorOfScript({ kind, message, status, retry_after: retryAfterSeconds }: ScriptedError): GatewayError {
  return defined<GatewayError>({ ...mockFailure(kind, message), status, retryAfterSeconds })
}

/** How a scripted stream is played: as the script says, else as the request prefers. */
export function playedBy({ echo, stream, error }: ScriptedAnswer, preferences: Preferences): Preferences {
  return defined<Preferences>({
    ...preferences,
    echo: echo ?? preferences.echo,
    paceMs: stream?.pace_ms ?? preferences.paceMs,
    cut: stream?.cut ?? preferences.cut,
    error: error?.kind ?? preferences.error,
    errorMessage: error?.message ?? preferences.errorMessage,
    after: error?.after ?? preferences.after,
  })
}
