import type { Part } from '../../../exchange/part.js'
import { openProof } from '../../../exchange/proof.js'
import type { Finish, Reply } from '../../../exchange/reply.js'
import { decodeContext, faults, replyContext } from '../fixtures/context.js'
import { decodeReply, readErrorInReply } from './reply-decode.js'
import { encodeReply } from './reply-encode.js'

const wireReply = (more: Record<string, unknown>) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1750000000.5,
  status: 'completed',
  error: null,
  model: 'up',
  output: [],
  ...more,
})
const message = (...content: unknown[]) => ({ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content })
const decode = (more: Record<string, unknown>) => decodeReply(wireReply(more), decodeContext())
const partsOf = (...output: unknown[]) => decode({ output }).choices[0]?.parts

describe('a reply of this dialect is decoded', () => {
  it('with its items in order', () => {
    const reply = decode({
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'First.' }], encrypted_content: 'b3Bh' },
        message({ type: 'output_text', text: 'Look.', annotations: [] }),
        { type: 'function_call', id: 'fc_1', call_id: 'call_a', name: 'read', arguments: '' },
        { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_b', name: 'note', input: 'line' },
      ],
      usage: { input_tokens: 12, output_tokens: 7, total_tokens: 19 },
      service_tier: 'default',
    })
    expect(reply).toEqual({
      id: 'resp_1',
      model: 'up',
      createdAt: 1750000000,
      serviceTier: 'default',
      usage: { inputTokens: 12, outputTokens: 7, serviceTier: 'default' },
      choices: [
        {
          index: 0,
          finish: { reason: 'tool-calls' },
          parts: [
            {
              type: 'reasoning',
              text: 'First.',
              summaries: ['First.'],
              at: '',
              proof: { dialect: 'responses', kind: 'encrypted', value: 'b3Bh', itemId: 'rs_1' },
            },
            { type: 'text', text: 'Look.', at: '' },
            { type: 'tool-call', kind: 'function', id: 'call_a', name: 'read', input: '{}', at: '', itemId: 'fc_1' },
            { type: 'tool-call', kind: 'custom', id: 'call_b', name: 'note', input: 'line', at: '', itemId: 'ctc_1' },
          ],
        },
      ],
    })
  })

  it('without empty reasoning', () => {
    expect(
      partsOf({ type: 'reasoning', id: 'rs_1', summary: [] }, message({ type: 'output_text', text: 'A', annotations: [] })),
    ).toHaveLength(1)
  })

  it('with refusals, citations, log probabilities and phases', () => {
    const annotation = { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 }
    const reply = decode({
      output: [
        {
          ...message({
            type: 'output_text',
            text: 'A',
            annotations: [annotation],
            logprobs: [{ token: 'A', logprob: -1, bytes: [65], top_logprobs: [] }],
          }),
          phase: 'final_answer',
        },
        message({ type: 'refusal', refusal: 'No.' }),
      ],
    })
    expect(reply.choices[0]?.parts).toEqual([
      {
        type: 'text',
        text: 'A',
        at: '',
        phase: 'final_answer',
        citations: [
          { type: 'url', url: 'https://a.example', title: 'A', start: 0, end: 1, native: { dialect: 'responses', value: annotation } },
        ],
      },
      { type: 'refusal', text: 'No.', at: '' },
    ])
    expect(reply.choices[0]?.logprobs).toEqual([{ token: 'A', logprob: -1, bytes: [65] }])
  })

  it('with images, and with other items as opaque parts', () => {
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' }
    expect(
      partsOf({ type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AAA=', output_format: 'webp' }, search),
    ).toEqual([
      { type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/webp', data: 'AAA=' }, at: '' },
      { type: 'opaque', dialect: 'responses', label: 'web_search_call', value: search, at: '' },
    ])
  })

  it.each<[Record<string, unknown>, Partial<Finish>]>([
    [{ status: 'completed' }, { reason: 'stop' }],
    [{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, { reason: 'length' }],
    [{ status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, { reason: 'content-filter' }],
    [{ status: 'cancelled' }, { reason: 'failed', native: 'cancelled' }],
  ])('with the end %j', (more, finish) => {
    expect(decode(more).choices[0]?.finish).toMatchObject(finish)
  })

  it.each<[string, unknown, string]>([
    [
      'a failed response',
      wireReply({ status: 'failed', error: { code: 'server_error', message: 'the model crashed' } }),
      'the model crashed',
    ],
    ['an error with status 200', { error: { message: 'slow down', type: 'x' } }, 'slow down'],
    ['something else', { choices: [] }, 'not a response object'],
    ['nothing', null, 'not a response object'],
  ])('as an error where it is %s', (_name, wire, message) => {
    expect(() => decodeReply(wire, decodeContext())).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ kind: 'upstream_invalid', message: expect.stringContaining(message) }) }),
    )
  })

  it('without an error where `error` is null', () => {
    expect(readErrorInReply(wireReply({}))).toBeUndefined()
  })
})

function encode(
  parts: Part[],
  finish: Finish = { reason: 'stop' },
  wireRequest: Record<string, unknown> = { model: 'fast' },
  more: Partial<Reply> = {},
) {
  const context = replyContext(wireRequest)
  const wire = encodeReply(
    {
      id: 'chatcmpl-1',
      model: 'up',
      choices: [{ index: 0, parts, finish }],
      usage: { inputTokens: 12, outputTokens: 7, serviceTier: 'default' },
      ...more,
    },
    context,
  )
  expect(faults('ResponsesResponse', wire)).toEqual([])
  return { wire, output: wire['output'], losses: context.ledger.losses }
}

describe('a reply is encoded in this dialect', () => {
  it('with every member that typed clients expect', () => {
    const wireRequest = {
      model: 'fast',
      instructions: 'Be brief.',
      metadata: { job: 'nightly' },
      tools: [{ type: 'function', function: { name: 'read' } }],
      temperature: 0.2,
      store: false,
      previous_response_id: 'resp_0',
    }
    const { wire } = encode([{ type: 'text', text: 'All good.', at: '' }], { reason: 'stop' }, wireRequest)
    expect(wire).toEqual({
      id: 'resp_2',
      object: 'response',
      created_at: 1750000001,
      completed_at: 1750000001,
      status: 'completed',
      background: false,
      error: null,
      incomplete_details: null,
      instructions: 'Be brief.',
      max_output_tokens: null,
      max_tool_calls: null,
      model: 'up',
      output: [
        {
          type: 'message',
          id: 'msg_1',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'All good.', annotations: [], logprobs: [] }],
        },
      ],
      parallel_tool_calls: true,
      presence_penalty: 0,
      frequency_penalty: 0,
      previous_response_id: 'resp_0',
      prompt_cache_key: null,
      reasoning: { effort: null, summary: null },
      safety_identifier: null,
      service_tier: 'default',
      store: false,
      temperature: 0.2,
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      tools: [{ type: 'function', name: 'read', description: null, parameters: null, strict: null }],
      top_logprobs: 0,
      top_p: 1,
      truncation: 'disabled',
      usage: expect.objectContaining({ input_tokens: 12, output_tokens: 7, total_tokens: 19, prompt_tokens: 12, completion_tokens: 7 }),
      user: null,
      metadata: { job: 'nightly' },
    })
  })

  it("with the request's model and a new id where the upstream has none", () => {
    const context = replyContext({ model: 'fast' }, { replyId: 'resp_fixed' })
    expect(encodeReply({ id: '', model: '', choices: [] }, context)).toMatchObject({
      id: 'resp_fixed',
      model: 'fast',
      output: [],
      usage: null,
    })
  })

  it('with one item for reasoning, one for the message and one for each tool call', () => {
    const { output } = encode([
      { type: 'reasoning', text: 'First.', at: '' },
      { type: 'text', text: 'A', at: '' },
      { type: 'refusal', text: 'B', at: '' },
      { type: 'tool-call', id: 'call_a', name: 'read', kind: 'function', input: '{"x":1}', at: '' },
      { type: 'tool-call', id: 'call_b', name: 'note', kind: 'custom', input: 'line', at: '' },
    ])
    expect(output).toEqual([
      {
        type: 'reasoning',
        id: expect.stringMatching(/^rs_/),
        summary: [{ type: 'summary_text', text: 'First.' }],
        // The sealed absence of a proof.
        encrypted_content: expect.stringMatching(/^WyJhbnl3aXJl/),
      },
      {
        type: 'message',
        id: expect.stringMatching(/^msg_/),
        status: 'completed',
        role: 'assistant',
        content: [
          { type: 'output_text', text: 'A', annotations: [], logprobs: [] },
          { type: 'refusal', refusal: 'B' },
        ],
      },
      {
        type: 'function_call',
        id: expect.stringMatching(/^fc_/),
        status: 'completed',
        call_id: 'call_a',
        name: 'read',
        arguments: '{"x":1}',
      },
      { type: 'custom_tool_call', id: expect.stringMatching(/^ctc_/), status: 'completed', call_id: 'call_b', name: 'note', input: 'line' },
    ])
  })

  it('without an empty message', () => {
    expect(
      encode(
        [
          { type: 'reasoning', text: 'First', at: '' },
          { type: 'text', text: '', at: '' },
        ],
        { reason: 'length' },
      ).output,
    ).toHaveLength(1)
  })

  it.each<[Finish, string, unknown, string]>([
    [{ reason: 'length' }, 'incomplete', { reason: 'max_output_tokens' }, 'incomplete'],
    [{ reason: 'context-window' }, 'incomplete', { reason: 'max_output_tokens' }, 'incomplete'],
    [{ reason: 'content-filter' }, 'incomplete', { reason: 'content_filter' }, 'incomplete'],
    [{ reason: 'refusal' }, 'incomplete', { reason: 'content_filter' }, 'incomplete'],
    [{ reason: 'pause' }, 'completed', null, 'completed'],
    [{ reason: 'stop-sequence', stopSequence: 'x' }, 'completed', null, 'completed'],
    [{ reason: 'malformed-call' }, 'failed', null, 'completed'],
  ])('with the end %j', (finish, status, details, itemStatus) => {
    const { wire } = encode([{ type: 'text', text: 'Once', at: '' }], finish)
    expect(wire).toMatchObject({ status, incomplete_details: details, output: [{ status: itemStatus }] })
    expect(wire['error'] === null).toBe(status !== 'failed')
  })

  it('with a proof of this dialect unchanged, and one of another dialect sealed', () => {
    const own = { dialect: 'responses', kind: 'encrypted', value: 'b3Bh', itemId: 'rs_9' } as const
    const foreign = { dialect: 'messages', kind: 'signature', value: 'c2ln' } as const
    const { output } = encode([
      { type: 'reasoning', text: 'A', at: '', proof: own },
      { type: 'reasoning', text: 'B', at: '', proof: foreign },
    ])
    const [first, second] = output as { id: string; encrypted_content: string }[]
    expect(first).toMatchObject({ id: 'rs_9', encrypted_content: 'b3Bh' })
    expect(openProof(second?.encrypted_content ?? '')).toEqual(foreign)
  })

  it('with the signature of a tool call after it, for clients that asked for encrypted reasoning', () => {
    const proof = { dialect: 'generate-content', kind: 'thought-signature', value: 'c2ln' } as const
    const call: Part = { type: 'tool-call', id: 'a', name: 'read', kind: 'function', input: '{}', at: '', proof }
    expect(encode([call]).output).toHaveLength(1)
    const { output } = encode([call], { reason: 'tool-calls' }, { model: 'fast', include: ['reasoning.encrypted_content'] })
    expect(output).toEqual([
      expect.objectContaining({ type: 'function_call' }),
      { type: 'reasoning', id: expect.any(String), summary: [], encrypted_content: expect.any(String) },
    ])
  })

  it('with citations as annotations, and those without a counterpart in the ledger', () => {
    const { output, losses } = encode([
      {
        type: 'text',
        text: 'Text',
        at: '',
        citations: [
          { type: 'url', url: 'https://a.example', title: 'A' },
          { type: 'document', documentIndex: 0 },
        ],
      },
    ])
    expect(output).toMatchObject([
      { content: [{ annotations: [{ type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 4 }] }] },
    ])
    expect(losses).toHaveLength(1)
  })

  it('with images as calls of the image generation tool, and other media in the ledger', () => {
    const { output, losses } = encode([
      { type: 'media', kind: 'image', at: '', source: { type: 'base64', mediaType: 'image/png', data: 'AAA=' } },
      { type: 'media', kind: 'audio', at: '', source: { type: 'base64', mediaType: 'audio/wav', data: 'AAA=' }, transcript: 'Hello' },
      { type: 'media', kind: 'video', at: '', source: { type: 'url', url: 'https://a.example' } },
    ])
    expect(output).toMatchObject([
      { type: 'image_generation_call', result: 'AAA=', status: 'completed' },
      { type: 'message', content: [{ text: 'Hello' }] },
    ])
    // Of audio only the transcript is sent.
    expect(losses).toHaveLength(2)
  })

  it('with the log probabilities of its tokens', () => {
    const context = replyContext()
    const wire = encodeReply(
      {
        id: '',
        model: 'up',
        choices: [
          {
            index: 0,
            parts: [{ type: 'text', text: 'A', at: '' }],
            finish: { reason: 'stop' },
            logprobs: [{ token: 'A', logprob: -1, top: [{ token: 'B', logprob: -2 }] }],
          },
        ],
      },
      context,
    )
    expect(wire).toMatchObject({
      output: [
        { content: [{ logprobs: [{ token: 'A', logprob: -1, bytes: [65], top_logprobs: [{ token: 'B', logprob: -2, bytes: [66] }] }] }] },
      ],
    })
  })
})

describe('calls of tools of namespaces and of a tool search', () => {
  const form = { type: 'namespaced', namespace: 'mcp__plant', name: 'read' } as const
  const request = {
    ...replyContext().request,
    tools: [
      { type: 'function', name: 'mcp__plant__read', clientKind: form, at: '' },
      { type: 'custom', name: 'mcp__plant__note', clientKind: { ...form, name: 'note' }, at: '' },
      { type: 'function', name: 'tool_search', clientKind: { type: 'tool-search' }, at: '' },
    ],
  } as const
  const call = (name: string, kind: 'function' | 'custom', input: string): Part => ({
    type: 'tool-call',
    id: 'call_a',
    name,
    kind,
    input,
    at: '',
  })
  const calls: [Part, object][] = [
    [call('mcp__plant__read', 'function', '{}'), { type: 'function_call', name: 'read', namespace: 'mcp__plant', arguments: '{}' }],
    [call('mcp__plant__note', 'custom', 'x'), { type: 'custom_tool_call', name: 'note', namespace: 'mcp__plant', input: 'x' }],
    [
      call('tool_search', 'function', '{"query":"gauge"}'),
      { type: 'tool_search_call', execution: 'client', call_id: 'call_a', arguments: { query: 'gauge' } },
    ],
    [call('other', 'function', '{}'), { type: 'function_call', name: 'other' }],
  ]

  it.each(calls)("%j has the client's name", (part, item) => {
    const reply: Reply = { id: 'c', model: 'up', choices: [{ index: 0, parts: [part], finish: { reason: 'tool-calls' } }] }
    const wire = encodeReply(reply, replyContext({ model: 'fast' }, { request }))
    expect(wire['output']).toMatchObject([{ ...item, status: 'completed' }])
    expect(faults('ResponsesResponse', wire)).toEqual([])
  })
})
