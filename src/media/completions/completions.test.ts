import type { WireObject } from '../../dialects/dialect.js'
import type { Finish, Reply, TokenLogprob } from '../../exchange/reply.js'
import type { ConversationRequest } from '../../exchange/request.js'
import type { StreamPart } from '../../exchange/stream-part.js'
import type { ConversationPlan } from '../media.js'
import { lossesOf, refusalOf, targetFor } from '../media-fixture.js'
import { completions } from './index.js'

function conversation(
  request: WireObject,
  dialect: 'messages' | 'chat-completions' = 'messages',
): { plan: ConversationPlan; losses: string[] } {
  const target = targetFor(undefined, dialect)
  const plan = completions.plan(request, target)
  if (plan.type !== 'conversation') throw new Error(`expected a conversation, got ${plan.type}`)
  return { plan, losses: lossesOf(target) }
}

const textOf = ({ turns }: ConversationRequest): unknown =>
  turns.map(({ role, parts }) => [role, ...parts.map((part) => (part.type === 'text' ? [part.text, part.at] : part.type))])
const reply = (text: string, finish: Finish['reason'] = 'stop', logprobs?: readonly TokenLogprob[]): Reply => ({
  id: 'x',
  model: 'm',
  createdAt: 5,
  choices: [
    {
      index: 0,
      parts: [
        { type: 'reasoning', text: 'Hm.', at: '' },
        { type: 'text', text, at: '' },
      ],
      finish: { reason: finish },
      ...(logprobs === undefined ? {} : { logprobs }),
    },
  ],
  usage: { inputTokens: 4, outputTokens: 2 },
})

test('a completions provider gets the request unchanged', () => {
  expect(completions.plan({ model: 'a', prompt: [1, 2] }, targetFor('openai', 'chat-completions'))).toEqual({
    type: 'relay',
    endpoint: 'completions',
  })
})

describe('requests become conversations', () => {
  test('the prompt becomes a user turn, settings keep their pointers', () => {
    const { plan, losses } = conversation({
      model: 'a',
      prompt: 'Name a colour.',
      max_tokens: 20,
      temperature: 0.2,
      stop: 'END',
      logprobs: 2,
      user: 'u',
      top_k: 5,
    })
    expect(plan.requests.map(textOf)).toEqual([[['user', ['Name a colour.', '/prompt']]]])
    expect(plan.requests[0]?.settings).toEqual({
      maxOutputTokens: { value: 20, at: '/max_tokens' },
      temperature: { value: 0.2, at: '/temperature' },
      stopSequences: { value: ['END'], at: '/stop' },
      user: { value: 'u', at: '/user' },
      logprobs: { value: true, at: '/logprobs' },
      topLogprobs: { value: 2, at: '/logprobs' },
    })
    expect(losses).toEqual(['dropped /top_k'])
  })

  test('one request for each prompt, and for each answer where the dialect has one only', () => {
    const { plan } = conversation({ model: 'a', prompt: ['One', 'Two'], n: 2 })
    expect(plan.requests.map((request) => request.turns[0]?.parts[0]?.at)).toEqual(['/prompt/0', '/prompt/0', '/prompt/1', '/prompt/1'])
    const together = conversation({ model: 'a', prompt: ['One', 'Two'], n: 2 }, 'chat-completions').plan
    expect(together.requests.map(({ settings }) => settings.choiceCount?.value)).toEqual([2, 2])
  })

  test.each<[string, WireObject, string]>([
    ['token numbers', { prompt: [1, 2] }, '/prompt'],
    ['lists of token numbers', { prompt: [[1], [2]] }, '/prompt/0'],
    ['a suffix', { prompt: 'a', suffix: 'b' }, '/suffix'],
    ['no tokens', { prompt: 'a', max_tokens: 0 }, '/max_tokens'],
    ['a stream of several prompts', { prompt: ['a', 'b'], stream: true }, '/prompt'],
    ['a stream of several answers', { prompt: 'a', n: 2, stream: true }, '/n'],
    ['too many', { prompt: Array.from({ length: 129 }, () => 'a') }, '/prompt'],
  ])('%s cannot be answered by a chat model', (_, request, param) => {
    expect(refusalOf(() => completions.plan({ model: 'a', ...request }, targetFor(undefined, 'messages')))).toBe(param)
  })
})

describe('replies', () => {
  test('choices are numbered prompt by prompt, usage is summed, reasoning is left out', () => {
    const { plan } = conversation({ model: 'a', prompt: ['One', 'Two'] })
    expect(plan.encodeReply([reply('A.'), reply('B.', 'length')])).toEqual({
      contentType: 'application/json',
      usage: { inputTokens: 8, outputTokens: 4 },
      body: {
        id: 'cmpl-1',
        object: 'text_completion',
        created: 5,
        model: 'm',
        choices: [
          { text: 'A.', index: 0, logprobs: null, finish_reason: 'stop' },
          { text: 'B.', index: 1, logprobs: null, finish_reason: 'length' },
        ],
        usage: { prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 },
      },
    })
  })

  test('echo puts the prompt in front, offsets count from there', () => {
    const { plan } = conversation({ model: 'a', prompt: 'One', echo: true, logprobs: 1 })
    const { body } = plan.encodeReply([
      reply('AB', 'stop', [
        { token: 'A', logprob: -1, top: [{ token: 'A', logprob: -1 }] },
        { token: 'B', logprob: -2 },
      ]),
    ])
    expect(body).toMatchObject({
      choices: [
        { text: 'OneAB', logprobs: { tokens: ['A', 'B'], token_logprobs: [-1, -2], top_logprobs: [{ A: -1 }, {}], text_offset: [3, 4] } },
      ],
    })
  })

  test.each<[Finish['reason'], string]>([
    ['stop', 'stop'],
    ['stop-sequence', 'stop'],
    ['length', 'length'],
    ['context-window', 'length'],
    ['content-filter', 'content_filter'],
    ['refusal', 'content_filter'],
    ['failed', 'content_filter'],
  ])('%s ends as %s', (finish, word) => {
    expect(conversation({ model: 'a', prompt: 'One' }).plan.encodeReply([reply('A', finish)]).body).toMatchObject({
      choices: [{ finish_reason: word }],
    })
  })
})

describe('streams', () => {
  const parts: readonly StreamPart[] = [
    { type: 'reply-start', id: 'x', model: 'm', createdAt: 5 },
    { type: 'reasoning-start', choice: 0, part: 0 },
    { type: 'reasoning-delta', choice: 0, part: 0, text: 'Hm' },
    { type: 'text-start', choice: 0, part: 1 },
    { type: 'text-delta', choice: 0, part: 1, text: 'Re' },
    { type: 'text-delta', choice: 0, part: 1, text: 'd.' },
    { type: 'usage', usage: { inputTokens: 4, outputTokens: 2 } },
    { type: 'choice-end', choice: 0, finish: { reason: 'length' } },
    { type: 'reply-end' },
  ]
  const frames = (text: string): unknown[] =>
    text
      .split('\n\n')
      .filter((frame) => frame !== '')
      .map((frame): unknown => (frame === 'data: [DONE]' ? '[DONE]' : JSON.parse(frame.slice('data: '.length))))
  const head = { id: 'cmpl-1', object: 'text_completion', created: 5, model: 'm' }
  const chunk = (text: string, finish: string | null = null): object => ({
    ...head,
    choices: [{ text, index: 0, logprobs: null, finish_reason: finish }],
  })

  test('chunks of text, the end reason, one [DONE]', () => {
    const { plan } = conversation({ model: 'a', prompt: 'One', stream: true })
    expect(frames(plan.createStreamEncoder('r').write(parts))).toEqual([chunk('Re'), chunk('d.'), chunk('', 'length'), '[DONE]'])
  })

  test('usage and the prompt where they are requested', () => {
    const { plan } = conversation({ model: 'a', prompt: 'One', stream: true, echo: true, stream_options: { include_usage: true } })
    const encoder = plan.createStreamEncoder('r')
    expect(frames(parts.map((part) => encoder.write([part])).join(''))).toEqual([
      chunk('One'),
      chunk('Re'),
      chunk('d.'),
      chunk('', 'length'),
      { ...head, choices: [], usage: { prompt_tokens: 4, completion_tokens: 2, total_tokens: 6 } },
      '[DONE]',
    ])
  })

  test('a failure is an error frame, which ends the stream', () => {
    const encoder = conversation({ model: 'a', prompt: 'One', stream: true }).plan.createStreamEncoder('r')
    encoder.write(parts.slice(0, 5))
    const text = encoder.write([{ type: 'error', error: { kind: 'upstream_disconnected', message: 'gone' } }, { type: 'reply-end' }])
    expect(frames(text)).toEqual([{ error: { message: 'gone', type: 'api_error', param: null, code: 'upstream_disconnected' } }])
    expect(encoder.write(parts)).toBe('')
  })

  test('the tap of a relayed stream reads text, usage, errors and the end', () => {
    const tap = completions.createStreamTap?.()
    const sights = [
      { choices: [{ text: 'é', finish_reason: null }] },
      { choices: [{ text: '', finish_reason: 'stop' }] },
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
      { error: { message: 'bad' } },
    ].map((data) => tap?.push({ data: JSON.stringify(data) }).type)
    expect(sights).toEqual(['content', 'other', 'other', 'error'])
    expect([tap?.finished, tap?.contentBytes, tap?.usage]).toEqual([true, 2, { inputTokens: 3, outputTokens: 2 }])
  })
})
