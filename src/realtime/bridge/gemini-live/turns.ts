import { list, object, parsed, text, type Wire } from './reading.js'
import { Problem } from './problem.js'
import { soundFor, type SoundFormat } from './sound.js'

/** An item of the conversation as a turn for the provider. `format` is that of the session's sound. */
export function turnOf(item: Wire, format: SoundFormat): Wire {
  switch (item['type']) {
    case 'message': {
      const role = item['role'] === 'assistant' ? 'model' : 'user'
      const parts = list(item['content']).flatMap((content, index) => partOf(content, format, `item.content[${index}]`))
      if (parts.length === 0) throw new Problem('The message is empty.', 'item.content')
      return { role, parts }
    }
    case 'function_call':
      return {
        role: 'model',
        parts: [{ functionCall: { id: item['call_id'], name: item['name'], args: parsed(text(item['arguments']) ?? '') ?? {} } }],
      }
    default:
      throw new Problem(`The provider behind this model has no items of the type ${JSON.stringify(item['type'])}.`, 'item.type')
  }
}

/** The result of a call, which the provider wants as an object; text is wrapped, never parsed. */
export function functionResponse(call: { readonly id?: string; readonly name: string }, output: string): Wire {
  return { ...(call.id === undefined ? {} : { id: call.id }), name: call.name, response: { output } }
}

function partOf(content: Wire, format: SoundFormat, param: string): Wire[] {
  switch (content['type']) {
    case 'input_audio':
      return [{ inlineData: soundFor(text(content['audio']) ?? '', format) }]
    case 'input_image': {
      const found = /^data:([^;,]+);base64,(.*)$/s.exec(text(content['image_url']) ?? '')
      if (found === null) throw new Problem('Only pictures in a data URL can be sent.', `${param}.image_url`, 'unsupported_url')
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

/** The item as it is kept and shown: complete, and without its sound. */
export function keptItem(item: Wire, id: string): Wire {
  const content = item['content']
  return {
    ...item,
    id,
    object: 'realtime.item',
    status: 'completed',
    ...(Array.isArray(content) ? { content: content.map(withoutSound) } : {}),
  }
}

function withoutSound(content: unknown): unknown {
  const wire = object(content)
  if (wire?.['audio'] === undefined) return content
  const { audio: _audio, ...rest } = wire
  return rest
}
