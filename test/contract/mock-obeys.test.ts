// The mock does what a request asks for: in each style, whole and streamed alike, with replies that the contract allows.
import { LossLedger } from '../../src/exchange/ledger.js'
import type { Part } from '../../src/exchange/part.js'
import type { Finish, Reply } from '../../src/exchange/reply.js'
import type { StreamPart } from '../../src/exchange/stream-part.js'
import type { Usage } from '../../src/exchange/usage.js'
import { clientDialects } from '../../src/dialects/registry.js'
import { startMock, type RunningMock } from '../../src/mock/server.js'
import { EventStreamReader } from '../../src/relay/stream/event-stream-reader.js'
import { documentOf, schemasOf } from './documents.js'
import { eventSchemas, replySchemas } from './mock-schemas.js'
import { clientStyles, question, type ClientStyle, type QuestionName } from './questions.js'

let mock: RunningMock

beforeAll(async () => {
  mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
}, 180_000)

afterAll(async () => {
  await mock.stop()
})

type Body = Readonly<Record<string, unknown>>

/** What an answer comes to, whichever way it was sent. */
interface Answer {
  readonly choices: readonly { readonly parts: readonly Said[]; readonly finish: Pick<Finish, 'reason' | 'stopSequence'> }[]
  readonly usage: Usage | undefined
}

type Said =
  | { readonly text: string }
  | { readonly reasoning: string }
  | { readonly call: string; readonly input: unknown }
  | { readonly media: string }

/** Sends a question with further members, whole and streamed; both must be the same. */
async function answer(style: ClientStyle, name: QuestionName, further: Body = {}, prefer = 'pace=0'): Promise<Answer> {
  const whole = await send(style, name, further, false, prefer)
  const wire: unknown = JSON.parse(whole)
  expect({ wire, problem: schemasOf(style).component(replySchemas[style])(wire) }).toEqual({ wire, problem: undefined })
  const stream = await send(style, name, further, true, prefer)
  const frames = new EventStreamReader(1 << 20).push(Buffer.from(stream)).frames
  const events = frames.flatMap(({ data }) => (data === '[DONE]' ? [] : [JSON.parse(data) as unknown]))
  expect(events.flatMap((event) => schemasOf(style).component(eventSchemas[style])(event)?.message ?? [])).toEqual([])

  const dialect = clientDialects[style]
  const { body } = question(style, name, 'some-model', false)
  const wireRequest = { ...(body as Body), ...further }
  const ledger = new LossLedger()
  const request = dialect.decodeRequest(wireRequest, { ledger, model: 'some-model', stream: true })
  const context = { newId: (prefix: string) => prefix, traits: {}, ledger, request }
  const decoder = dialect.createStreamDecoder(context)
  const parts = [...frames.flatMap((frame) => decoder.push(frame)), ...decoder.end()]
  const streamed = ofStream(parts)
  const replied = ofReply(dialect.decodeReply(wire, context))
  expect(streamed).toEqual(replied)
  return replied
}

async function send(style: ClientStyle, name: QuestionName, further: Body, stream: boolean, prefer: string): Promise<string> {
  const { path, headers, body } = question(style, name, 'some-model', stream)
  const sent = JSON.stringify({ ...(body as Body), ...further })
  const reply = await fetch(mock.address + path, { method: 'POST', headers: { ...headers, prefer }, body: sent })
  const text = await reply.text()
  expect({ status: reply.status, text }).toEqual({ status: 200, text })
  return text
}

function ofReply({ choices, usage }: Reply): Answer {
  return {
    choices: choices.map(({ parts, finish }) => ({
      parts: joined(parts.map(saidIn)),
      finish: { reason: finish.reason, ...(finish.stopSequence === undefined ? {} : { stopSequence: finish.stopSequence }) },
    })),
    usage,
  }
}

function saidIn(part: Part): Said {
  if (part.type === 'tool-call')
    return { call: part.name, input: part.kind === 'custom' || part.cut === true ? part.input : JSON.parse(part.input) }
  if (part.type === 'reasoning') return { reasoning: part.text }
  return part.type === 'text' ? { text: part.text } : { media: part.type }
}

function ofStream(stream: readonly StreamPart[]): Answer {
  const choices: { parts: Map<number, Part>; finish: Finish }[] = []
  let usage: Usage | undefined
  for (const part of stream) {
    if (part.type === 'error') throw new Error(part.error.message)
    if (part.type === 'usage') usage = { ...usage, ...part.usage }
    if (!('choice' in part)) continue
    const choice = (choices[part.choice] ??= { parts: new Map(), finish: { reason: 'failed' } })
    if (part.type === 'choice-end') choice.finish = part.finish
    else choice.parts.set(part.part, added(choice.parts.get(part.part), part))
  }
  return ofReply({
    id: '',
    model: '',
    choices: choices.map(({ parts, finish }, index) => ({ index, parts: [...parts.values()], finish })),
    ...(usage === undefined ? {} : { usage }),
  })
}

function added(before: Part | undefined, part: StreamPart): Part {
  if (part.type === 'text-start') return { type: 'text', text: '', at: '' }
  if (part.type === 'reasoning-start') return { type: 'reasoning', text: '', at: '' }
  if (part.type === 'tool-call-start') return { type: 'tool-call', id: part.id, name: part.name, kind: part.kind, input: '', at: '' }
  if (part.type === 'media') return part.media
  if (before === undefined) throw new Error(`${part.type} before its start`)
  if ((part.type === 'text-delta' || part.type === 'reasoning-delta') && 'text' in before)
    return { ...before, text: before.text + part.text }
  if (part.type === 'tool-call-delta' && before.type === 'tool-call') return { ...before, input: before.input + part.input }
  if (part.type === 'tool-call-end' && part.cut === true && before.type === 'tool-call') return { ...before, cut: true }
  return before
}

/** Neighbouring texts as one: some styles have one text in all. */
function joined(parts: readonly Said[]): Said[] {
  const all: Said[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if ('text' in part && last !== undefined && 'text' in last) all[all.length - 1] = { text: last.text + part.text }
    else all.push(part)
  }
  return all
}

const textOf = ({ choices }: Answer): string => choices[0]?.parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('') ?? ''
const callsOf = ({ choices }: Answer) => choices[0]?.parts.flatMap((part) => ('call' in part ? [part] : [])) ?? []
const reasonOf = ({ choices }: Answer) => choices[0]?.finish.reason

const required: Readonly<Record<ClientStyle, Body>> = {
  'chat-completions': { tool_choice: 'required' },
  messages: { tool_choice: { type: 'any' } },
  responses: { tool_choice: 'required' },
  'generate-content': { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
}
const forbidden: Readonly<Record<ClientStyle, Body>> = {
  'chat-completions': { tool_choice: 'none' },
  messages: { tool_choice: { type: 'none' } },
  responses: { tool_choice: 'none' },
  'generate-content': { toolConfig: { functionCallingConfig: { mode: 'NONE' } } },
}
const twoTokens: Readonly<Record<ClientStyle, Body>> = {
  'chat-completions': { max_completion_tokens: 2 },
  messages: { max_tokens: 2 },
  responses: { max_output_tokens: 2 },
  'generate-content': { generationConfig: { maxOutputTokens: 2 } },
}
const city = { city: expect.stringMatching(/./) }

describe.each(clientStyles)('%s', (style) => {
  test('a named tool is called with arguments of its schema', async () => {
    const reply = await answer(style, 'named tool')
    expect(callsOf(reply)).toEqual([{ call: 'weather', input: city }])
    expect(reasonOf(reply)).toBe('tool-calls')
  })

  test('where a call is required there is one, and the same again for the same request', async () => {
    const reply = await answer(style, 'tools', required[style])
    expect(callsOf(reply)).toEqual([{ call: 'weather', input: city }])
    expect(await answer(style, 'tools', required[style])).toEqual(reply)
  })

  test('where the choice is free, the tool that the question names is called', async () => {
    expect(callsOf(await answer(style, 'tools'))).toEqual([{ call: 'weather', input: city }])
  })

  test('where calls are forbidden there is text', async () => {
    const reply = await answer(style, 'tools', forbidden[style])
    expect([callsOf(reply), textOf(reply)]).toEqual([[], expect.stringMatching(/./)])
  })

  test('results of tools are quoted, and nothing is called again, even where a call is required', async () => {
    for (const choice of [{}, required[style]]) {
      const reply = await answer(style, 'tool results', choice)
      expect(callsOf(reply)).toEqual([])
      expect(textOf(reply)).toMatch(
        style === 'messages'
          ? /^weather returned: 4 degrees\nweather failed: no station$/
          : /^weather returned: .*4 degrees.*\nweather returned: .*19 degrees/,
      )
      expect(reasonOf(reply)).toBe('stop')
    }
  })

  test('a schema of the answer is followed', async () => {
    const reply = await answer(style, 'structured')
    expect(JSON.parse(textOf(reply))).toEqual({ name: expect.any(String), age: expect.any(Number) })
  })

  test('after the most tokens the answer ends, and says why', async () => {
    const whole = await answer(style, 'text')
    const cut = await answer(style, 'text', twoTokens[style])
    expect([textOf(cut), reasonOf(cut)]).toEqual([textOf(whole).slice(0, 8), textOf(whole).length > 8 ? 'length' : 'stop'])
    expect(cut.usage?.outputTokens).toBe(2)
    expect(cut.usage?.inputTokens).toBe(whole.usage?.inputTokens)
  })

  test('a tool call that the most tokens cut is not one to execute', async () => {
    const reply = await answer(style, 'named tool', twoTokens[style])
    expect(reasonOf(reply)).toBe('length')
  })

  test('reasoning is shown where it is asked for, and counted', async () => {
    const reply = await answer(style, 'reasoning')
    expect(reply.choices[0]?.parts.some((part) => 'reasoning' in part)).toBe(style !== 'chat-completions')
  })

  test('echo repeats the question', async () => {
    expect(textOf(await answer(style, 'text', {}, 'echo, pace=0'))).toBe('Name a colour.')
    expect(textOf(await answer(style, 'turns', {}, 'echo, pace=0'))).toBe('Another.')
  })
})

test.each<readonly [ClientStyle, Body, string]>([
  ['chat-completions', { stop: ['lo', 'me'] }, 'stop'],
  ['messages', { stop_sequences: ['lo', 'me'] }, 'stop-sequence'],
  ['generate-content', { generationConfig: { stopSequences: ['lo', 'me'] } }, 'stop'],
])('%s: the first stop sequence ends the text', async (style, further, reason) => {
  const reply = await answer(style, 'text', further, 'echo, pace=0')
  expect([textOf(reply), reasonOf(reply)]).toEqual(['Na', reason])
})

test.each<readonly [ClientStyle, Body]>([
  ['chat-completions', { n: 3 }],
  ['generate-content', { generationConfig: { candidateCount: 3 } }],
])('%s: as many choices as requested', async (style, further) => {
  const one = await answer(style, 'text')
  const three = await answer(style, 'text', further)
  expect(three.choices).toHaveLength(3)
  expect(three.usage?.outputTokens).toBe(3 * (one.usage?.outputTokens ?? 0))
})

test('log probabilities are those of the text', async () => {
  const wire = JSON.parse(await send('chat-completions', 'text', { logprobs: true, top_logprobs: 1 }, false, 'pace=0')) as {
    choices: { message: { content: string }; logprobs: { content: { token: string; top_logprobs: unknown[] }[] } }[]
  }
  const [choice] = wire.choices
  expect(choice?.logprobs.content.map(({ token }) => token).join('')).toBe(choice?.message.content)
  expect(choice?.logprobs.content[0]?.top_logprobs).toHaveLength(1)
  await answer('chat-completions', 'text', { logprobs: true, top_logprobs: 1 })
})

test('a choice of allowed tools, and several calls at once', async () => {
  const allowed = { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'now' } }] } }
  expect(callsOf(await answer('chat-completions', 'tools', { tool_choice: allowed }))).toEqual([{ call: 'now', input: {} }])
  const both = { messages: [{ role: 'user', content: 'The weather now?' }] }
  expect(callsOf(await answer('chat-completions', 'tools', both)).map(({ call }) => call)).toEqual(['weather', 'now'])
  expect(callsOf(await answer('chat-completions', 'tools', { ...both, parallel_tool_calls: false })).map(({ call }) => call)).toEqual([
    'weather',
  ])
})

test('an answer of an enumeration is bare text', async () => {
  const generationConfig = { responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING', enum: ['red', 'blue'] } }
  const text = await send('generate-content', 'text', { generationConfig }, false, 'pace=0')
  expect(JSON.parse(text)).toMatchObject({ candidates: [{ content: { parts: [{ text: expect.stringMatching(/^(?:red|blue)$/) }] } }] })
})

test('an answer with audio has sound and its transcript', async () => {
  const audio = { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } }
  const wire = JSON.parse(await send('chat-completions', 'text', audio, false, 'pace=0')) as {
    choices: { message: { audio: { data: string; transcript: string } } }[]
  }
  const sound = wire.choices[0]?.message.audio
  expect([
    Buffer.from(sound?.data ?? '', 'base64')
      .subarray(0, 4)
      .toString(),
    sound?.transcript,
  ]).toEqual(['RIFF', expect.stringMatching(/./)])
})

test('a schema of which the mock can make no value is a 400 that names it', async () => {
  const { path, headers, body } = question('chat-completions', 'named tool', 'some-model', false)
  const tools = [
    {
      type: 'function',
      function: {
        name: 'weather',
        parameters: { type: 'object', properties: { a: { type: 'string', pattern: '(?=a)b' } }, required: ['a'] },
      },
    },
  ]
  const reply = await fetch(mock.address + path, { method: 'POST', headers, body: JSON.stringify({ ...(body as Body), tools }) })
  expect({ status: reply.status, body: await reply.json() }).toEqual({
    status: 400,
    body: {
      error: expect.objectContaining({ message: expect.stringContaining('/a has the pattern'), param: expect.stringContaining('tools') }),
    },
  })
})

describe('responses that the mock keeps', () => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer any' }
  const create = async (body: Body) => {
    const reply = await fetch(`${mock.address}/v1/responses`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'some-model', ...body }),
    })
    return { status: reply.status, body: (await reply.json()) as Body & { id: string; output: Body[] } }
  }
  const weather = { type: 'function', name: 'weather', strict: false, parameters: { type: 'object', properties: {} } }

  test('a tool loop by previous_response_id ends with a text that quotes the result', async () => {
    const first = await create({ input: 'How is the weather?', tools: [weather] })
    const [call] = first.body.output
    const second = await create({
      previous_response_id: first.body.id,
      input: [{ type: 'function_call_output', call_id: call?.['call_id'], output: 'fine' }],
      tools: [weather],
    })
    expect(second.body).toMatchObject({
      previous_response_id: first.body.id,
      output: [{ type: 'message', content: [{ text: 'weather returned: fine' }] }],
    })
    const items = (await (await fetch(`${mock.address}/v1/responses/${second.body.id}/input_items?order=asc`, { headers })).json()) as {
      data: Body[]
    }
    expect(items.data.map(({ type }) => type)).toEqual(['message', 'function_call', 'function_call_output'])
  })

  test('a kept response is found until it is deleted', async () => {
    const { body } = await create({ input: 'Hello.' })
    const at = `${mock.address}/v1/responses/${body.id}`
    expect(await (await fetch(at, { headers })).json()).toEqual(body)
    expect(await (await fetch(`${at}?stream=true`, { headers })).text()).toContain('event: response.completed')
    expect(await (await fetch(at, { method: 'DELETE', headers })).json()).toMatchObject({ id: body.id, deleted: true })
    expect((await fetch(at, { headers })).status).toBe(404)
  })

  test('an unknown previous_response_id is a 400 with its code', async () => {
    expect(await create({ input: 'Go on.', previous_response_id: 'resp_none' })).toMatchObject({
      status: 400,
      body: { error: { code: 'previous_response_not_found', param: 'previous_response_id' } },
    })
  })
})
