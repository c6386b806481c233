// A tool loop with thinking as the libraries of each client style do it: replies are put into the history unchanged.
import { token } from './gateway.js'
import type { Style } from './client-styles.js'

type Wire = Readonly<Record<string, unknown>>

const schema = { type: 'object', properties: { city: { type: 'string' } } }

export interface Asked {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A conversation in one style that can be continued with any model. */
export class ToolLoop {
  readonly #history: Wire[]

  /** `instructions`: those of an agent, which may change with every request. */
  constructor(
    private readonly style: Style,
    private readonly instructions?: () => readonly string[],
  ) {
    this.#history = [style === 'generate-content' ? { role: 'user', parts: [{ text: 'Weather?' }] } : { role: 'user', content: 'Weather?' }]
  }

  ask(kind: string, stream: boolean): Asked {
    const model = `m-${kind}`
    const instructions = this.instructions?.()
    const joined = instructions?.join('\n\n')
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    switch (this.style) {
      case 'chat-completions':
        return {
          path: '/v1/chat/completions',
          headers,
          body: JSON.stringify({
            model,
            stream,
            messages: [...(joined === undefined ? [] : [{ role: 'system', content: joined }]), ...this.#history],
            reasoning_effort: 'medium',
            tools: [{ type: 'function', function: { name: 'weather', parameters: schema } }],
          }),
        }
      case 'messages':
        return {
          path: '/v1/messages',
          headers: { ...headers, 'anthropic-version': '2023-06-01' },
          body: JSON.stringify({
            model,
            stream,
            max_tokens: 4000,
            ...(instructions === undefined ? {} : { system: instructions.map((text) => ({ type: 'text', text })) }),
            messages: this.#history,
            thinking: { type: 'enabled', budget_tokens: 1024 },
            tools: [{ name: 'weather', input_schema: schema }],
          }),
        }
      case 'responses':
        return {
          path: '/v1/responses',
          headers,
          body: JSON.stringify({
            model,
            stream,
            store: false,
            ...(joined === undefined ? {} : { instructions: joined }),
            input: this.#history,
            reasoning: { effort: 'medium', summary: 'auto' },
            include: ['reasoning.encrypted_content'],
            tools: [{ type: 'function', name: 'weather', parameters: schema, strict: false }],
          }),
        }
      case 'generate-content':
        return {
          path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
          headers,
          body: JSON.stringify({
            ...(joined === undefined ? {} : { systemInstruction: { parts: [{ text: joined }] } }),
            contents: this.#history,
            generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 } },
            tools: [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema: schema }] }],
          }),
        }
    }
  }

  /** Adds the answer and the result of its tool call to the history. Returns the id of the call as the client got it. */
  answer(body: string, stream: boolean, result: string): string {
    const reply = stream ? gathered[this.style](eventsOf(body)) : wholes[this.style](JSON.parse(body) as Wire)
    this.#history.push(...reply.turns)
    this.#history.push(...resultOf(this.style, reply.callId, result))
    return reply.callId
  }
}

interface Answer {
  readonly turns: readonly Wire[]
  readonly callId: string
}

function resultOf(style: Style, id: string, result: string): Wire[] {
  switch (style) {
    case 'chat-completions':
      return [{ role: 'tool', tool_call_id: id, content: result }]
    case 'messages':
      return [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] }]
    case 'responses':
      return [{ type: 'function_call_output', call_id: id, output: result }]
    case 'generate-content':
      return [{ role: 'user', parts: [{ functionResponse: { id, name: 'weather', response: { output: result } } }] }]
  }
}

function eventsOf(body: string): Wire[] {
  return body.split(/\r?\n\r?\n/).flatMap((frame) => {
    const data = /^data: ?(.*)$/m.exec(frame)?.[1]
    return data === undefined || data === '[DONE]' ? [] : [JSON.parse(data) as Wire]
  })
}

// Test code reads wire values of known shape without checks.
/* eslint-disable @typescript-eslint/no-explicit-any */
const wholes: Readonly<Record<Style, (reply: any) => Answer>> = {
  'chat-completions': (reply) => {
    const { message } = reply.choices[0]
    return { turns: [message], callId: message.tool_calls[0].id }
  },
  messages: ({ content }) => ({
    turns: [{ role: 'assistant', content }],
    callId: content.find((block: any) => block.type === 'tool_use').id,
  }),
  responses: ({ output }) => ({ turns: output, callId: output.find((item: any) => item.type === 'function_call').call_id }),
  'generate-content': (reply) => {
    const { content } = reply.candidates[0]
    return { turns: [content], callId: content.parts.find((part: any) => part.functionCall !== undefined).functionCall.id }
  },
}

/** Joins the events of a stream as the official libraries do. */
const gathered: Readonly<Record<Style, (events: any[]) => Answer>> = {
  'chat-completions': (chunks) => {
    const message: any = { role: 'assistant', content: null }
    for (const { choices } of chunks) {
      const delta = choices?.[0]?.delta ?? {}
      if (delta.reasoning_content) message.reasoning_content = (message.reasoning_content ?? '') + delta.reasoning_content
      if (delta.reasoning_details) message.reasoning_details = [...(message.reasoning_details ?? []), ...delta.reasoning_details]
      if (delta.extra_content) message.extra_content = delta.extra_content
      for (const { index, ...call } of delta.tool_calls ?? []) {
        message.tool_calls ??= []
        const open = (message.tool_calls[index] ??= {
          id: call.id,
          type: 'function',
          function: { name: call.function.name, arguments: '' },
        })
        open.function.arguments += call.function?.arguments ?? ''
        if (call.extra_content) open.extra_content = call.extra_content
      }
    }
    return { turns: [message], callId: message.tool_calls[0].id }
  },
  messages: (events) => {
    const content: any[] = []
    const json: string[] = []
    for (const { type, index, content_block: block, delta } of events) {
      if (type === 'content_block_start') content[index] = { ...block }
      if (type !== 'content_block_delta') continue
      if (delta.thinking !== undefined) content[index].thinking += delta.thinking
      if (delta.signature !== undefined) content[index].signature = delta.signature
      if (delta.partial_json !== undefined) json[index] = (json[index] ?? '') + delta.partial_json
    }
    for (const [index, block] of content.entries()) if (block.type === 'tool_use') block.input = JSON.parse(json[index] ?? '{}')
    return wholes.messages({ content })
  },
  responses: (events) => wholes.responses(events.find(({ type }) => type === 'response.completed').response),
  'generate-content': (chunks) => {
    const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
    return wholes['generate-content']({ candidates: [{ content: { role: 'model', parts } }] })
  },
}
