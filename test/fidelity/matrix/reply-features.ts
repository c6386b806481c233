// Replies of providers, in the neutral model. Each is written in the upstream's style, read by the gateway, written for the client and read
// as the client reads it, plain and streamed.
import type { UpstreamDialect } from '../../../src/exchange/dialect-name.js'
import type { Part } from '../../../src/exchange/part.js'
import { openProof, type Proof } from '../../../src/exchange/proof.js'
import type { Choice, Finish, Reply } from '../../../src/exchange/reply.js'
import type { Usage } from '../../../src/exchange/usage.js'

export interface ReplyFeature {
  readonly name: string
  readonly group: string
  readonly reply: (upstream: UpstreamDialect) => Reply | undefined
  /** The part of the reply that the client must read unchanged. */
  readonly same: (reply: Reply) => unknown
  /** Cohere's wire format, which has no client half to write it. */
  readonly cohere?: Readonly<Record<string, unknown>>
}

const at = ''

function replied(
  parts: readonly Part[],
  finish: Finish = { reason: 'stop' },
  rest: Partial<Choice> = {},
  usage: Usage = { inputTokens: 50, outputTokens: 20 },
): Reply {
  return { id: 'reply_1', model: 'up-model', createdAt: 1_700_000_000, choices: [{ index: 0, parts, finish, ...rest }], usage }
}

const text: Part = { type: 'text', text: 'Red.', at }
const weather = (id: string, city: string): Part => ({
  type: 'tool-call',
  id,
  name: 'weather',
  kind: 'function',
  input: JSON.stringify({ city }),
  at,
})
const noArguments: Part = { type: 'tool-call', id: 'call_1', name: 'time', kind: 'function', input: '{}', at }

function proven(upstream: UpstreamDialect): Part | undefined {
  switch (upstream) {
    case 'messages':
      return { type: 'reasoning', text: 'Hm.', at, proof: { dialect: upstream, kind: 'signature', value: 'cHJvb2Y=' } }
    case 'responses':
      return { type: 'reasoning', text: 'Hm.', at, proof: { dialect: upstream, kind: 'encrypted', value: 'cHJvb2Y=', itemId: 'rs_1' } }
    case 'generate-content':
      return { type: 'reasoning', text: 'Hm.', at, proof: { dialect: upstream, kind: 'thought-signature', value: 'cHJvb2Y=' } }
    case 'chat-completions':
      return {
        type: 'reasoning',
        text: 'Hm.',
        at,
        proof: { dialect: upstream, kind: 'details', value: '[{"type":"reasoning.encrypted","data":"cHJvb2Y="}]' },
      }
    default:
      return undefined
  }
}

const partsOf = (reply: Reply): readonly Part[] => reply.choices.flatMap(({ parts }) => parts)
const joined =
  (type: 'text' | 'reasoning' | 'refusal') =>
  (reply: Reply): unknown =>
    partsOf(reply)
      .map((part) => (part.type === type ? part.text : ''))
      .join('')
const callsOf = (reply: Reply): unknown =>
  partsOf(reply).flatMap((part) =>
    part.type === 'tool-call' ? [{ id: part.id, name: part.name, input: JSON.parse(part.input) as unknown }] : [],
  )
const finishOf = (reply: Reply): unknown => reply.choices[0]?.finish.reason
const usageOf =
  (name: keyof Usage) =>
  (reply: Reply): unknown =>
    reply.usage?.[name]
const proofOf = (reply: Reply): unknown => partsOf(reply).flatMap((part) => ('proof' in part ? originsOf(part.proof) : []))

/**
 * The dialect and value of a proof. A sealed proof is opened, as it is when the client sends it back; a sealed absence (an empty value) is
 * not a proof.
 */
function originsOf(proof: Proof): unknown[] {
  const sealed = openProof(proof.value) ?? (proof.kind === 'details' ? openDetail(proof.value) : undefined) ?? proof
  return sealed.value === '' ? [] : [[sealed.dialect, sealed.value.includes('cHJvb2Y=')]]
}

function openDetail(json: string): Proof | undefined {
  const [entry] = JSON.parse(json) as { readonly data?: string; readonly signature?: string }[]
  return openProof(entry?.signature ?? entry?.data ?? '')
}

const citedOf = (reply: Reply): unknown =>
  partsOf(reply).flatMap((part) => (part.type === 'text' ? (part.citations ?? []).map(({ url, title }) => url ?? title) : []))
const mediaOf = (reply: Reply): unknown =>
  partsOf(reply).flatMap((part) => (part.type === 'media' && part.source.type === 'base64' ? [part.source.data] : []))

const cohereText = (message: object = {}, finish = 'COMPLETE'): Record<string, unknown> => ({
  id: 'c-1',
  finish_reason: finish,
  message: { role: 'assistant', content: [{ type: 'text', text: 'Red.' }], ...message },
  usage: { tokens: { input_tokens: 50, output_tokens: 20 } },
})

function ending(name: string, finish: Finish, cohere?: string): ReplyFeature {
  return {
    group: 'Ends',
    name,
    reply: () => replied([text], finish),
    same: finishOf,
    ...(cohere === undefined ? {} : { cohere: cohereText({}, cohere) }),
  }
}

function counting(name: string, usage: Usage, member: keyof Usage, cohere?: object): ReplyFeature {
  return {
    group: 'Usage',
    name,
    reply: () => replied([text], { reason: 'stop' }, {}, usage),
    same: usageOf(member),
    ...(cohere === undefined ? {} : { cohere: { ...cohereText(), usage: cohere } }),
  }
}

export const replyFeatures: readonly ReplyFeature[] = [
  { group: 'Answers', name: 'text', reply: () => replied([text]), same: joined('text'), cohere: cohereText() },
  {
    group: 'Answers',
    name: 'readable reasoning',
    reply: () => replied([{ type: 'reasoning', text: 'Hm.', at }, text]),
    same: joined('reasoning'),
    cohere: cohereText({
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Red.' },
      ],
    }),
  },
  {
    group: 'Answers',
    name: 'the proof of reasoning',
    reply: (upstream) => {
      const part = proven(upstream)
      return part === undefined ? undefined : replied([part, text])
    },
    same: proofOf,
  },
  {
    group: 'Answers',
    name: 'a call',
    reply: () => replied([weather('call_1', 'Oslo')], { reason: 'tool-calls' }),
    same: callsOf,
    cohere: cohereText(
      { content: [], tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }] },
      'TOOL_CALL',
    ),
  },
  {
    group: 'Answers',
    name: 'parallel calls after text',
    reply: () => replied([text, weather('call_1', 'Oslo'), weather('call_2', 'Rome')], { reason: 'tool-calls' }),
    same: (reply) => [joined('text')(reply), callsOf(reply)],
    cohere: cohereText(
      {
        tool_calls: ['Oslo', 'Rome'].map((city, index) => ({
          id: `call_${index + 1}`,
          type: 'function',
          function: { name: 'weather', arguments: JSON.stringify({ city }) },
        })),
      },
      'TOOL_CALL',
    ),
  },
  {
    group: 'Answers',
    name: 'a call without arguments',
    reply: () => replied([noArguments], { reason: 'tool-calls' }),
    same: callsOf,
    cohere: cohereText(
      { content: [], tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'time', arguments: 'null' } }] },
      'TOOL_CALL',
    ),
  },
  {
    group: 'Answers',
    name: 'a refusal with text',
    reply: () => replied([{ type: 'refusal', text: 'No.', at }], { reason: 'refusal' }),
    same: (reply) => [joined('text')(reply), joined('refusal')(reply)].map(String).join(''),
  },
  {
    group: 'Answers',
    name: 'citations of URLs',
    reply: () =>
      replied([
        {
          type: 'text',
          text: 'Red.',
          at,
          citations: [{ type: 'url', url: 'https://example.com', title: 'T', start: 0, end: 4, citedText: 'Red.' }],
        },
      ]),
    same: citedOf,
  },
  {
    group: 'Answers',
    name: 'citations of documents',
    reply: (upstream) =>
      upstream === 'chat-completions'
        ? undefined
        : replied([
            {
              type: 'text',
              text: 'Red.',
              at,
              citations: [{ type: 'document', title: 'plan.pdf', documentIndex: 0, citedText: 'Red.', start: 0, end: 4 }],
            },
          ]),
    same: citedOf,
    cohere: cohereText({
      citations: [
        { start: 0, end: 4, text: 'Red.', content_index: 0, sources: [{ type: 'document', id: 'doc:0', document: { title: 'plan.pdf' } }] },
      ],
    }),
  },
  {
    group: 'Answers',
    name: 'an image',
    reply: (upstream) =>
      upstream === 'messages'
        ? undefined
        : replied([{ type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'iVBORw0KGgo=' }, at }]),
    same: mediaOf,
  },
  {
    group: 'Answers',
    name: 'audio',
    reply: (upstream) =>
      upstream === 'messages' || upstream === 'responses'
        ? undefined
        : replied([
            { type: 'media', kind: 'audio', source: { type: 'base64', mediaType: 'audio/wav', data: 'UklGRg==' }, transcript: 'Red.', at },
          ]),
    same: mediaOf,
  },
  {
    group: 'Answers',
    name: 'log probabilities',
    reply: (upstream) =>
      upstream === 'messages'
        ? undefined
        : replied([text], { reason: 'stop' }, { logprobs: [{ token: 'Red.', logprob: -0.5, bytes: [82, 101, 100, 46], top: [] }] }),
    same: (reply) => reply.choices[0]?.logprobs?.map(({ token, logprob }) => [token, logprob]),
    cohere: { ...cohereText(), logprobs: [{ text: 'Red.', token_ids: [1], logprobs: [-0.5] }] },
  },
  ending('a normal end', { reason: 'stop' }, 'COMPLETE'),
  ending('a stop sequence', { reason: 'stop-sequence', stopSequence: 'END' }, 'STOP_SEQUENCE'),
  ending('the output limit reached', { reason: 'length' }, 'MAX_TOKENS'),
  ending('a full context window', { reason: 'context-window' }),
  ending('filtered by the provider', { reason: 'content-filter' }),
  ending('refused by the model', { reason: 'refusal' }),
  ending('paused', { reason: 'pause' }),
  ending('a malformed tool call', { reason: 'malformed-call' }),
  counting('input tokens', { inputTokens: 50, outputTokens: 20 }, 'inputTokens', { tokens: { input_tokens: 50, output_tokens: 20 } }),
  counting('output tokens', { inputTokens: 50, outputTokens: 20 }, 'outputTokens', { tokens: { input_tokens: 50, output_tokens: 20 } }),
  counting('cached tokens', { inputTokens: 50, outputTokens: 20, cachedInputTokens: 30 }, 'cachedInputTokens', {
    tokens: { input_tokens: 50, output_tokens: 20 },
    cached_tokens: 30,
  }),
  counting('cache write tokens', { inputTokens: 50, outputTokens: 20, cacheWriteInputTokens: 30 }, 'cacheWriteInputTokens'),
  counting('reasoning tokens', { inputTokens: 50, outputTokens: 20, reasoningOutputTokens: 10 }, 'reasoningOutputTokens', {
    tokens: { input_tokens: 50, output_tokens: 20, reasoning_tokens: 10 },
  }),
]
