import type { ServerResponse } from 'node:http'
import { FakeUpstream, type UpstreamRequest } from './gateway.js'

type Wire = Readonly<Record<string, unknown>>

interface Item {
  readonly type: 'message'
  readonly id: string
  readonly status: 'completed'
  readonly role: 'assistant'
  readonly content: readonly [{ readonly type: 'output_text'; readonly text: string; readonly annotations: readonly [] }]
}

interface Whole extends Wire {
  readonly id: string
  readonly output: readonly [Item]
}

/** Providers that answer every request with "Answer N."; the one of the responses style stores its responses, as OpenAI does. */
export class RememberingUpstream extends FakeUpstream {
  readonly stored = new Map<string, { readonly items: readonly Wire[]; readonly response: Whole }>()
  #answers = 0

  override reply = (call: UpstreamRequest, response: ServerResponse): void => {
    const path = call.request.url ?? ''
    const body = bodyOf(call)
    if (path.startsWith('/responses/v1/responses'))
      this.#responses(call.request.method ?? '', path.slice('/responses/v1/responses'.length), body, response)
    else this.#chat(body, response)
  }

  /** The bodies of the requests to a path, in order. */
  bodies(prefix: string): Wire[] {
    return this.calls.filter(({ request }) => request.url?.startsWith(prefix)).map(bodyOf)
  }

  #chat(body: Wire, response: ServerResponse): void {
    const text = `Answer ${++this.#answers}.`
    if (body['stream'] !== true) {
      json(response, 200, {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'up-model',
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      })
      return
    }
    const chunk = (choices: unknown[], usage?: object) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'up-model', choices, ...(usage === undefined ? {} : { usage }) })}\n\n`
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk([{ index: 0, delta: { role: 'assistant', content: text }, finish_reason: null }]))
    response.write(chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]))
    response.write(chunk([], { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }))
    response.end('data: [DONE]\n\n')
  }

  #responses(method: string, rest: string, body: Wire, response: ServerResponse): void {
    const [, id, action] = /^\/([^/?]+)(?:\/(\w+))?/.exec(rest) ?? []
    if (id === 'compact') {
      const output = [{ type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAA' }]
      json(response, 200, { id: 'resp_compacted', object: 'response.compaction', created_at: 1, output, usage: null })
      return
    }
    if (id !== undefined) {
      const found = this.stored.get(id)
      if (found === undefined)
        json(response, 404, { error: { message: `No ${id} here.`, type: 'invalid_request_error', param: null, code: null } })
      else if (action === 'input_items')
        json(response, 200, { object: 'list', data: found.items, first_id: null, last_id: null, has_more: false })
      else if (method === 'DELETE') {
        this.stored.delete(id)
        json(response, 200, { id, object: 'response', deleted: true })
      } else json(response, 200, found.response)
      return
    }
    const turn = ++this.#answers
    const whole = wholeResponse(turn, body)
    if (body['store'] !== false) {
      const given =
        typeof body['input'] === 'string' ? [{ type: 'message', role: 'user', content: body['input'] }] : (body['input'] as Wire[])
      this.stored.set(whole.id, { items: given.map((item, index) => ({ id: `item_${turn}_${index}`, ...item })), response: whole })
    }
    if (body['stream'] !== true) {
      json(response, 200, whole)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    eventsOf(whole).forEach((event, index) =>
      response.write(`event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`),
    )
    response.end()
  }
}

function wholeResponse(turn: number, body: Wire): Whole {
  return {
    id: `resp_up_${turn}`,
    object: 'response',
    created_at: 1,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: 'up-model',
    output: [
      {
        type: 'message',
        id: `msg_up_${turn}`,
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: `Answer ${turn}.`, annotations: [] }],
      },
    ],
    parallel_tool_calls: true,
    previous_response_id: body['previous_response_id'] ?? null,
    store: body['store'] ?? true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: {
      input_tokens: 3,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 2,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 5,
    },
  }
}

function eventsOf(whole: Whole): readonly ({ readonly type: string } & Wire)[] {
  const started = { ...whole, status: 'in_progress', output: [], usage: null }
  const [item] = whole.output
  const [part] = item.content
  const place = { item_id: item.id, output_index: 0, content_index: 0 }
  return [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '', annotations: [] } },
    { type: 'response.output_text.delta', ...place, delta: part.text, logprobs: [] },
    { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
  ]
}

function bodyOf(call: UpstreamRequest): Wire {
  return call.body.length === 0 ? {} : (JSON.parse(call.body.toString()) as Wire)
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
