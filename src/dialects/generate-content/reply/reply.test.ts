import type { GatewayFailure } from '../../../exchange/error.js'
import { sealProof } from '../../../exchange/proof.js'
import type { Choice, Reply } from '../../../exchange/reply.js'
import { conversation, decodeContext, foreignProof, ownProof, replyContext } from '../fixtures/conversation.js'
import { decodeReply, readUsage } from './reply-decode.js'
import { encodeReply } from './reply-encode.js'

const usageMetadata = { promptTokenCount: 12, candidatesTokenCount: 7, totalTokenCount: 19 }

describe('a reply is read', () => {
  const choice = (candidate: object, context = decodeContext()): Choice | undefined =>
    decodeReply({ candidates: [candidate], usageMetadata, modelVersion: 'up', responseId: 'r-1' }, context).choices[0]

  test('with id, model, time, usage and tier', () => {
    const wire = {
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { ...usageMetadata, serviceTier: 'standard' },
      modelVersion: 'up',
      responseId: 'r-1',
      createTime: '2026-05-19T14:59:42.780296Z',
    }
    expect(decodeReply(wire, decodeContext())).toEqual({
      id: 'r-1',
      model: 'up',
      createdAt: 1779202782,
      serviceTier: 'default',
      choices: [{ index: 0, parts: [], finish: { reason: 'stop', native: 'STOP' } }],
      usage: { inputTokens: 12, outputTokens: 7, serviceTier: 'default' },
    })
  })

  test.each<[string, object[], object[], string]>([
    [
      'thoughts are reasoning, signed text is text',
      [
        { text: 'Four tens.', thought: true },
        { text: 'Forty.', thoughtSignature: 'c2lnbmVk' },
      ],
      [
        { type: 'reasoning', text: 'Four tens.' },
        { type: 'text', text: 'Forty.', proof: ownProof },
      ],
      'stop',
    ],
    [
      'empty parts are left out, but not signed ones',
      [{ text: '' }, { text: '', thought: true }, { text: '', thoughtSignature: 'c2lnbmVk' }],
      [{ type: 'text', text: '', proof: ownProof }],
      'stop',
    ],
    [
      'calls get ids where they have none',
      [{ functionCall: { name: 'f', args: { a: 1 }, id: 'x' }, thoughtSignature: 'c2lnbmVk' }, { functionCall: { name: 'g' } }],
      [
        { type: 'tool-call', id: 'x', name: 'f', input: '{"a":1}', proof: ownProof },
        { id: 'call_1', name: 'g', input: '{}' },
      ],
      'tool-calls',
    ],
    [
      'a picture',
      [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }],
      [{ type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AA==' } }],
      'stop',
    ],
    [
      'what the provider ran itself is its own',
      [{ toolCall: { id: 'a', toolType: 'URL_CONTEXT' } }],
      [{ type: 'opaque', dialect: 'generate-content', label: 'toolCall' }],
      'stop',
    ],
  ])('%s', (_, parts, expected, reason) => {
    const found = choice({ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 })
    expect(found?.parts).toMatchObject(expected)
    expect(found?.parts).toHaveLength(expected.length)
    expect(found?.finish.reason).toBe(reason)
  })

  test.each<[object, string]>([
    [{ finishReason: 'STOP' }, 'stop'],
    [{ finishReason: 1 }, 'stop'],
    [{ finishReason: 'MAX_TOKENS', content: {} }, 'length'],
    [{ finishReason: 'SAFETY' }, 'content-filter'],
    [{ finishReason: 'RECITATION' }, 'content-filter'],
    [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'bad' }, 'malformed-call'],
    [{ finishReason: 'UNEXPECTED_TOOL_CALL', content: { parts: [{ functionCall: { name: 'f' } }] } }, 'tool-calls'],
    [{ finishReason: 'UNEXPECTED_TOOL_CALL' }, 'malformed-call'],
    [{ finishReason: 'OTHER' }, 'content-filter'],
    [{ finishReason: 'NO_IMAGE' }, 'content-filter'],
    [{ finishReason: 15 }, 'content-filter'],
    [{ finishReason: 'MISSING_THOUGHT_SIGNATURE' }, 'failed'],
    [{ content: { parts: [{ text: 'All.' }] } }, 'stop'],
    [{}, 'failed'],
    [{ finishReason: 'constructor' }, 'failed'],
  ])('the end %j is %s', (candidate, reason) => {
    expect(choice(candidate)?.finish.reason).toBe(reason)
  })

  test('a blocked prompt is a choice that ends with content-filter', () => {
    expect(decodeReply({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata }, decodeContext()).choices).toEqual([
      { index: 0, parts: [], finish: { reason: 'content-filter', native: 'SAFETY' } },
    ])
  })

  test('a call of a custom tool has its text', () => {
    const context = decodeContext(conversation([], { tools: [{ type: 'custom', name: 'patch', at: '/tools/0' }] }))
    expect(
      choice({ content: { parts: [{ functionCall: { name: 'patch', args: { input: '*** Begin' } } }] }, finishReason: 'STOP' }, context)
        ?.parts,
    ).toMatchObject([{ kind: 'custom', input: '*** Begin' }])
  })

  test('grounding becomes citations; byte offsets become UTF-16 offsets', () => {
    const groundingMetadata = {
      groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }, { retrievedContext: { title: 'B' } }],
      groundingSupports: [{ segment: { startIndex: 9, endIndex: 19, text: 'Ist 你好' }, groundingChunkIndices: [0, 1] }],
    }
    const found = choice({
      content: { parts: [{ text: 'x', thought: true }, { text: 'Grüße. ' }, { text: 'Ist 你好.' }] },
      finishReason: 'STOP',
      groundingMetadata,
    })
    expect(found?.parts[1]).not.toHaveProperty('citations')
    expect(found?.parts[2]).toMatchObject({
      citations: [
        { type: 'url', url: 'https://a.example', title: 'A', citedText: 'Ist 你好', start: 0, end: 6 },
        { type: 'document', title: 'B', start: 0, end: 6 },
      ],
    })
  })

  test('citations beyond those that are located in a long text are told in the ledger, once', () => {
    const context = decodeContext()
    const support = { segment: { startIndex: 0, endIndex: 1, text: 'a' }, groundingChunkIndices: [0] }
    const found = choice(
      {
        content: { parts: Array.from({ length: 1000 }, () => ({ text: 'a'.repeat(100) })) },
        finishReason: 'STOP',
        groundingMetadata: {
          groundingChunks: [{ web: { uri: 'https://a.example' } }],
          groundingSupports: Array.from({ length: 1000 }, () => support),
        },
        citationMetadata: { citationSources: [{ uri: 'https://a.example', endIndex: 1 }] },
      },
      context,
    )
    const [first] = found?.parts ?? []
    // Of 20 million characters that are gone through, each takes as many as the text has.
    expect(first?.type === 'text' ? first.citations : undefined).toHaveLength(200)
    expect(context.ledger.losses).toEqual([
      {
        at: '/candidates/0/groundingMetadata',
        action: 'dropped',
        why: 'it has more citations than are located in so long a text',
        side: 'reply',
      },
    ])
  })

  test('log probabilities', () => {
    const logprobsResult = {
      chosenCandidates: [{ token: 'a', logProbability: -1 }],
      topCandidates: [{ candidates: [{ token: 'b', logProbability: -2 }] }],
    }
    expect(choice({ content: { parts: [{ text: 'a' }] }, finishReason: 'STOP', logprobsResult })?.logprobs).toEqual([
      { token: 'a', logprob: -1, top: [{ token: 'b', logprob: -2 }] },
    ])
  })

  test.each([
    [[]],
    ['text'],
    [null],
    [{}],
    [{ candidates: 'x' }],
    [{ candidates: [null] }],
    [{ error: { code: 503, message: 'busy', status: 'UNAVAILABLE' } }],
  ])('%j is no reply', (wire) => {
    let failure: unknown
    try {
      decodeReply(wire, decodeContext())
    } catch (error) {
      failure = (error as GatewayFailure).error
    }
    expect(failure).toMatchObject({ kind: 'upstream_invalid' })
  })

  test('usage alone', () => {
    expect(readUsage({ usageMetadata })).toEqual({ inputTokens: 12, outputTokens: 7 })
    expect(readUsage([])).toBeUndefined()
  })
})

describe('usage', () => {
  test.each<[object, object]>([
    [
      {
        promptTokenCount: 100,
        cachedContentTokenCount: 80,
        toolUsePromptTokenCount: 30,
        candidatesTokenCount: 5,
        thoughtsTokenCount: 15,
        totalTokenCount: 150,
      },
      { inputTokens: 130, cachedInputTokens: 80, toolInputTokens: 30, outputTokens: 20, reasoningOutputTokens: 15 },
    ],
    [
      { promptTokenCount: 21, thoughtsTokenCount: 60, totalTokenCount: 81 },
      { inputTokens: 21, outputTokens: 60, reasoningOutputTokens: 60 },
    ],
    [{ promptTokenCount: 5, totalTokenCount: 5 }, { inputTokens: 5 }],
    [
      {
        promptTokenCount: 9,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 4 },
          { modality: 'AUDIO', tokenCount: 5 },
        ],
      },
      { inputTokens: 9, audioInputTokens: 5 },
    ],
  ])('%j', (wire, usage) => {
    expect(readUsage({ usageMetadata: wire })).toEqual(usage)
  })
})

describe('a reply is written', () => {
  const reply = (parts: Choice['parts'], finish: Choice['finish'] = { reason: 'stop' }, more: Partial<Reply> = {}): unknown =>
    encodeReply({ id: 'msg_1', model: 'up', choices: [{ index: 0, parts, finish }], ...more }, replyContext())
  const at = ''

  test('with everything that clients read', () => {
    expect(
      reply(
        [{ type: 'text', text: 'Hi.', at }],
        { reason: 'stop' },
        { usage: { inputTokens: 30, cachedInputTokens: 10, outputTokens: 12, reasoningOutputTokens: 5, audioOutputTokens: 2 } },
      ),
    ).toEqual({
      candidates: [{ content: { role: 'model', parts: [{ text: 'Hi.' }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        promptTokenCount: 30,
        cachedContentTokenCount: 10,
        candidatesTokenCount: 7,
        thoughtsTokenCount: 5,
        totalTokenCount: 42,
        candidatesTokensDetails: [
          { modality: 'TEXT', tokenCount: 5 },
          { modality: 'AUDIO', tokenCount: 2 },
        ],
      },
      modelVersion: 'up',
      responseId: 'msg_1',
    })
  })

  test.each<[string, Choice['parts'], object[]]>([
    ['no parts: one empty text', [], [{ text: '' }]],
    [
      'foreign proofs are sealed',
      [{ type: 'reasoning', text: 'a', proof: foreignProof, at }],
      [{ text: 'a', thought: true, thoughtSignature: sealProof(foreignProof) }],
    ],
    ['own ones are not', [{ type: 'text', text: '', proof: ownProof, at }], [{ text: '', thoughtSignature: 'c2lnbmVk' }]],
    [
      'a call',
      [{ type: 'tool-call', id: 'x', name: 'f', kind: 'function', input: '', at }],
      [{ functionCall: { id: 'x', name: 'f', args: {} } }],
    ],
    [
      'audio and its transcript',
      [{ type: 'media', kind: 'audio', source: { type: 'base64', mediaType: 'audio/wav', data: 'AA==' }, transcript: 'Hi.', at }],
      [{ inlineData: { mimeType: 'audio/wav', data: 'AA==' } }, { text: 'Hi.' }],
    ],
    [
      'opaque parts of another dialect are left out',
      [
        { type: 'opaque', dialect: 'messages', label: 'server_tool_use', value: {}, at },
        { type: 'text', text: 'a', at },
      ],
      [{ text: 'a' }],
    ],
  ])('%s', (_, parts, expected) => {
    expect(reply(parts)).toMatchObject({ candidates: [{ content: { parts: expected } }] })
  })

  test.each<[Choice['finish'], Choice['parts'], string]>([
    [{ reason: 'tool-calls' }, [], 'STOP'],
    [{ reason: 'stop-sequence', stopSequence: 'x' }, [], 'STOP'],
    [{ reason: 'context-window' }, [], 'MAX_TOKENS'],
    [{ reason: 'content-filter' }, [], 'SAFETY'],
    [{ reason: 'content-filter', native: 'RECITATION' }, [], 'RECITATION'],
    [{ reason: 'refusal' }, [], 'SAFETY'],
    [{ reason: 'stop' }, [{ type: 'refusal', text: 'No.', at }], 'SAFETY'],
    [{ reason: 'malformed-call' }, [], 'MALFORMED_FUNCTION_CALL'],
    [
      { reason: 'tool-calls' },
      [{ type: 'tool-call', id: 'x', name: 'f', kind: 'function', input: '{"a":', at }],
      'MALFORMED_FUNCTION_CALL',
    ],
    [{ reason: 'length' }, [{ type: 'tool-call', id: 'x', name: 'f', kind: 'function', input: '{"a":', at }], 'MAX_TOKENS'],
    [{ reason: 'failed' }, [], 'OTHER'],
  ])('the end %j beside %j is %s', (finish, parts, finishReason) => {
    expect(reply(parts, finish)).toMatchObject({ candidates: [{ finishReason }] })
  })

  test('citations become grounding; their offsets count bytes of the whole text', () => {
    const citation = { type: 'url', url: 'https://a.example', title: 'A', start: 0, end: 6 } as const
    expect(
      reply([
        { type: 'text', text: 'Grüße. ', at },
        { type: 'text', text: 'Ist 你好.', citations: [citation, { ...citation, end: 3 }], at },
      ]),
    ).toMatchObject({
      candidates: [
        {
          groundingMetadata: {
            groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }],
            groundingSupports: [
              { segment: { startIndex: 9, endIndex: 19, text: 'Ist 你好' }, groundingChunkIndices: [0] },
              { segment: { startIndex: 9, endIndex: 12, text: 'Ist' }, groundingChunkIndices: [0] },
            ],
          },
        },
      ],
    })
  })

  test('with the requested model and a new id where the upstream gives none', () => {
    expect(encodeReply({ id: '', model: '', choices: [] }, replyContext())).toEqual({ candidates: [], modelVersion: 'm', responseId: '1' })
  })
})
