import { text } from './reading.js'
import { argumentsObject } from '../../../exchange/custom-tool.js'
import { defined, objectsOf, objectOf, type JsonObject } from '../../../json/object.js'
import type { Conversation } from './conversation.js'
import { Problem } from './problem.js'
import { pcm, providerAudio, type AudioFormat } from './audio-format.js'

/** An item of the conversation as a turn for the provider. `format`: that of the session's input audio. Throws `Problem`. */
export function turnOf(item: JsonObject, format: AudioFormat): JsonObject {
  switch (item['type']) {
    case 'message': {
      const role = item['role'] === 'assistant' ? 'model' : 'user'
      const parts = objectsOf(item['content']).flatMap((content, index) => partOf(content, format, `item.content[${index}]`))
      if (parts.length === 0) throw new Problem('The message is empty.', 'item.content')
      return { role, parts }
    }
    case 'function_call':
      return {
        role: 'model',
        parts: [{ functionCall: { id: item['call_id'], name: item['name'], args: argumentsObject(text(item['arguments']) ?? '') ?? {} } }],
      }
    default:
      throw new Problem(`The provider behind this model has no items of the type ${JSON.stringify(item['type'])}.`, 'item.type')
  }
}

/** The result of a tool call, which must be an object; text is wrapped, never parsed. */
export function functionResponse(call: { readonly id?: string; readonly name: string }, output: string): JsonObject {
  return defined({ id: call.id, name: call.name, response: { output } })
}

function partOf(content: JsonObject, format: AudioFormat, param: string): JsonObject[] {
  switch (content['type']) {
    case 'input_audio':
      return [{ inlineData: providerAudio(text(content['audio']) ?? '', format) }]
    case 'input_image': {
      const found = /^data:([^;,]+);base64,(.*)$/s.exec(text(content['image_url']) ?? '')
      if (found === null)
        throw new Problem('The provider behind this model accepts images in a data URL only.', `${param}.image_url`, 'unsupported_url')
      return [{ inlineData: { mimeType: found[1], data: found[2] } }]
    }
    case 'output_audio':
    case 'audio': {
      const words = text(content['transcript'])
      return words === undefined ? [] : [{ text: words }]
    }
    default: {
      const words = text(content['text'])
      if (words === undefined) throw new Problem('The content has no text.', param)
      return [{ text: words }]
    }
  }
}

/** The item as it is stored and sent to the client: complete, without its audio. */
export function storedItem(item: JsonObject, id: string): JsonObject {
  const content = item['content']
  return {
    ...item,
    id,
    object: 'realtime.item',
    status: 'completed',
    ...(Array.isArray(content) ? { content: content.map(withoutAudio) } : {}),
  }
}

function withoutAudio(content: unknown): unknown {
  const wire = objectOf(content)
  if (wire?.['audio'] === undefined) return content
  const { audio: _audio, ...rest } = wire
  return rest
}

/** The conversation so far, as turns for a new connection; audio without a transcript is lost. */
export function historyOf(conversation: Conversation, unsent: ReadonlyMap<string, JsonObject>): JsonObject[] {
  const turns: JsonObject[] = []
  for (const item of conversation.items) {
    const turn = unsent.has(text(item['id']) ?? '') ? undefined : historyTurn(item, conversation)
    if (turn !== undefined) turns.push(turn)
  }
  return turns
}

function historyTurn(item: JsonObject, conversation: Conversation): JsonObject | undefined {
  if (item['type'] === 'function_call_output') {
    const id = text(item['call_id']) ?? ''
    const call = { id, name: conversation.findCall(id) ?? '' }
    return { role: 'user', parts: [{ functionResponse: functionResponse(call, text(item['output']) ?? '') }] }
  }
  if (item['type'] !== 'message') return turnOf(item, pcm)
  const spoken = objectsOf(item['content']).map((content) => {
    const words = text(content['text']) ?? text(content['transcript'])
    return words === undefined ? content : { type: 'input_text', text: words }
  })
  const content = spoken.filter(({ type }) => type === 'input_text' || type === 'input_image')
  return content.length === 0 ? undefined : turnOf({ ...item, content }, pcm)
}
