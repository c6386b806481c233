import type { Part } from '../../exchange/part.js'
import type { Reply } from '../../exchange/reply.js'
import type { ConversationRequest, Tool, ToolChoice, Turn } from '../../exchange/request.js'
import { defined, numberOf, objectOf, objectsOf, textOf, textOrEmpty, type JsonObject } from '../../json/object.js'
import { composeReply } from '../conversation/compose.js'

const usualText = 'This is the mock speaking.'

interface RealtimeQuestion {
  /** The session's settings with those of the response. */
  readonly session: JsonObject
  readonly items: readonly unknown[]
  readonly model: string
  readonly echo: boolean
  readonly newId: (prefix: string) => string
}

/** The answer to the items of a session, composed like those of the other styles. */
export function answerFor({ session, items, model, echo, newId }: RealtimeQuestion): Reply {
  const most = numberOf(session['max_output_tokens'])
  const request = defined<ConversationRequest>({
    dialect: 'responses',
    model,
    stream: true,
    turns: objectsOf(items).map(turnOf),
    tools: objectsOf(session['tools']).flatMap(toolOf),
    toolChoice: { value: choiceOf(session['tool_choice']), at: 'tool_choice' },
    settings: most === undefined ? {} : { maxOutputTokens: { value: most, at: 'max_output_tokens' } },
  })
  return composeReply(request, { usualText, echo, bareText: false, newId })
}

function turnOf(item: JsonObject, index: number): Turn {
  const at = `/items/${index}`
  switch (item['type']) {
    case 'function_call':
      return {
        role: 'assistant',
        at,
        parts: [
          {
            type: 'tool-call',
            at,
            kind: 'function',
            id: textOrEmpty(item['call_id']),
            name: textOrEmpty(item['name']),
            input: textOrEmpty(item['arguments']),
          },
        ],
      }
    case 'function_call_output': {
      const content = [{ type: 'text' as const, at, text: textOrEmpty(item['output']) }]
      return { role: 'user', at, parts: [{ type: 'tool-result', at, kind: 'function', callId: textOrEmpty(item['call_id']), content }] }
    }
    default: {
      const role = item['role'] === 'assistant' || item['role'] === 'system' ? item['role'] : 'user'
      const parts = objectsOf(item['content']).map((part): Part => ({
        type: 'text',
        at,
        text: textOf(part['text']) ?? textOrEmpty(part['transcript']),
      }))
      return { role, at, parts }
    }
  }
}

function toolOf(tool: JsonObject, index: number): Tool[] {
  const name = textOf(tool['name'])
  if (tool['type'] !== 'function' || name === undefined) return []
  return [
    defined<Tool>({
      type: 'function',
      name,
      description: textOf(tool['description']),
      parameters: objectOf(tool['parameters']),
      at: `session.tools[${index}]`,
    }),
  ]
}

function choiceOf(choice: unknown): ToolChoice {
  if (choice === 'none' || choice === 'required') return { type: choice }
  const name = textOf(objectOf(choice)?.['name'])
  return name === undefined ? { type: 'auto' } : { type: 'tool', kind: 'function', name }
}
