import { append } from '../../../exchange/append.js'
import type { Part } from '../../../exchange/part.js'
import { openProof, type Proof } from '../../../exchange/proof.js'
import type { TokenLogprob } from '../../../exchange/reply.js'
import { decodeAnnotation } from '../annotation.js'
import { decodeLogprobs } from './logprob.js'
import { typeOfImageFormat } from '../media.js'
import { defined, objectsOf, textOrEmpty, type JsonObject } from '../../../json/object.js'

/** Decodes an output item to parts. The log probabilities of its tokens are added to `logprobs`. */
export function decodeOutputItem(item: JsonObject, newId: (prefix: string) => string, logprobs: TokenLogprob[]): Part[] {
  switch (item['type']) {
    case 'message':
      return decodeMessage(item, logprobs)
    case 'reasoning': {
      const { text, summaries } = reasoningText(item)
      const proof = proofOfItem(item)
      if (text === '' && proof === undefined) return []
      return [defined({ type: 'reasoning', text, at: '', summaries: summaries.length === 0 ? undefined : summaries, proof })]
    }
    case 'function_call':
    case 'custom_tool_call':
      return [{ ...callOf(item, newId), input: inputOf(item) }]
    case 'image_generation_call': {
      const data = textOrEmpty(item['result'])
      if (data === '') return [opaqueOf(item)]
      const source = { type: 'base64', mediaType: typeOfImageFormat(item['output_format']), data } as const
      return [{ type: 'media', kind: 'image', source, at: '' }]
    }
    default:
      return [opaqueOf(item)]
  }
}

function decodeMessage(item: JsonObject, logprobs: TokenLogprob[]): Part[] {
  const phase = typeof item['phase'] === 'string' ? { phase: item['phase'] } : {}
  const parts: Part[] = []
  for (const part of objectsOf(item['content'])) {
    if (part['type'] === 'refusal') parts.push({ type: 'refusal', text: textOrEmpty(part['refusal']), at: '' })
    else if (part['type'] === 'reasoning_text') parts.push({ type: 'reasoning', text: textOrEmpty(part['text']), at: '' })
    else if (typeof part['text'] === 'string') {
      const citations = objectsOf(part['annotations']).map(decodeAnnotation)
      append(logprobs, decodeLogprobs(part['logprobs']))
      parts.push(defined({ type: 'text', text: part['text'], at: '', ...phase, citations: citations.length === 0 ? undefined : citations }))
    }
  }
  return parts
}

/** The summary of a reasoning item; the raw reasoning where it has none. */
export function reasoningText(item: JsonObject): { readonly text: string; readonly summaries: readonly string[] } {
  const summaries = objectsOf(item['summary']).map((part) => textOrEmpty(part['text']))
  if (summaries.length > 0) return { text: summaries.join('\n\n'), summaries }
  return {
    text: objectsOf(item['content'])
      .map((part) => textOrEmpty(part['text']))
      .join(''),
    summaries,
  }
}

export function proofOfItem(item: JsonObject): Proof | undefined {
  const value = item['encrypted_content']
  if (typeof value !== 'string' || value === '') return undefined
  const sealed = openProof(value)
  if (sealed !== undefined) return sealed.value === '' ? undefined : sealed
  const itemId = typeof item['id'] === 'string' && item['id'] !== '' ? { itemId: item['id'] } : {}
  return { dialect: 'responses', kind: 'encrypted', value, ...itemId }
}

export function callOf(item: JsonObject, newId: (prefix: string) => string) {
  const id = textOrEmpty(item['call_id']) || textOrEmpty(item['id']) || newId('call_')
  const itemId = typeof item['id'] === 'string' ? { itemId: item['id'] } : {}
  const kind: 'function' | 'custom' = item['type'] === 'custom_tool_call' ? 'custom' : 'function'
  return { type: 'tool-call' as const, id, name: textOrEmpty(item['name']), kind, at: '', ...itemId }
}

/** The whole input of a tool call; `{}` for a function call without arguments. */
export function inputOf(item: JsonObject): string {
  if (item['type'] === 'custom_tool_call') return textOrEmpty(item['input'])
  const text = textOrEmpty(item['arguments'])
  return text.trim() === '' ? '{}' : text
}

export function opaqueOf(item: JsonObject) {
  return { type: 'opaque' as const, dialect: 'responses' as const, label: textOrEmpty(item['type']), value: item, at: '' }
}
