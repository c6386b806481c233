import type { CompletionRequest } from '../../../generated/media/model/index.js'
import { chatCompletionsDialect } from '../../dialects/chat-completions/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { refuse } from '../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../exchange/ledger.js'
import type { ConversationRequest, Settings } from '../../exchange/request.js'
import { defined } from '../../json/object.js'

const known = new Set([
  'model',
  'prompt',
  'best_of',
  'echo',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'max_tokens',
  'n',
  'presence_penalty',
  'seed',
  'stop',
  'stream',
  'stream_options',
  'suffix',
  'temperature',
  'top_p',
  'user',
])

/** A completions request as conversations: one for each prompt, each with `count` answers. */
export interface DecodedCompletion {
  readonly prompts: readonly string[]
  /** Answers to each prompt (`n`). */
  readonly count: number
  /** Whether the prompt is put in front of each answer. */
  readonly echo: boolean
  readonly includeUsage: boolean
  readonly logprobs: boolean
  /** The conversation for the prompt with this index. `answers`: `n` of one request. */
  conversation(index: number, answers: number): ConversationRequest
}

/** Reads a request for a chat model. It has passed the contract's validator. */
export function decodeRequest(wire: WireObject, ledger: LossLedger): DecodedCompletion {
  // The validator has checked this shape; unknown members go to the ledger below.
  const request = wire as unknown as CompletionRequest
  dropUnknown(wire, known, '', ledger, 'has no counterpart for a chat model')
  const prompts = decodePrompts(request.prompt)
  if (request.suffix)
    throw refuse('/suffix', 'A chat model cannot fill in the text before a suffix; a model behind a completions provider can.')
  if (request.max_tokens === 0) throw refuse('/max_tokens', 'A chat model cannot answer with 0 tokens.')
  if (request.best_of != null && request.best_of > 1) ledger.drop('/best_of', 'chat models do not choose among answers')
  const settings = decodeSettings(request)
  const count = request.n ?? 1
  return {
    prompts,
    count,
    echo: request.echo === true,
    includeUsage: request.stream_options?.include_usage === true,
    logprobs: request.logprobs != null,
    conversation: (index, answers) => ({
      dialect: chatCompletionsDialect.name,
      model: request.model,
      stream: request.stream === true,
      turns: [
        {
          role: 'user',
          at: '/prompt',
          parts: [{ type: 'text', text: prompts[index] ?? '', at: prompts.length === 1 ? '/prompt' : `/prompt/${index}` }],
        },
      ],
      tools: [],
      settings: answers > 1 ? { ...settings, choiceCount: { value: answers, at: '/n' } } : settings,
    }),
  }
}

function decodePrompts(prompt: CompletionRequest['prompt']): readonly string[] {
  if (typeof prompt === 'string') return [prompt]
  const texts: string[] = []
  for (const [index, entry] of prompt.entries()) {
    if (typeof entry !== 'string')
      throw refuse(
        Array.isArray(entry) ? `/prompt/${index}` : '/prompt',
        'A chat model takes the prompt as text; token numbers only pass to a completions provider.',
      )
    texts.push(entry)
  }
  return texts
}

function decodeSettings(request: CompletionRequest): Settings {
  const stop = typeof request.stop === 'string' ? [request.stop] : request.stop
  return defined({
    ...located('maxOutputTokens', request.max_tokens, '/max_tokens'),
    ...located('temperature', request.temperature, '/temperature'),
    ...located('topP', request.top_p, '/top_p'),
    ...located('stopSequences', stop, '/stop'),
    ...located('seed', request.seed, '/seed'),
    ...located('presencePenalty', request.presence_penalty, '/presence_penalty'),
    ...located('frequencyPenalty', request.frequency_penalty, '/frequency_penalty'),
    ...located('logitBias', request.logit_bias, '/logit_bias'),
    ...located('user', request.user, '/user'),
    logprobs: request.logprobs == null ? undefined : { value: true, at: '/logprobs' },
    topLogprobs: request.logprobs ? { value: request.logprobs, at: '/logprobs' } : undefined,
    streamUsage: request.stream ? { value: true, at: '/stream_options' } : undefined,
  })
}

function located<Name extends keyof Settings, Value>(
  name: Name,
  value: Value | null | undefined,
  at: string,
): { [Key in Name]?: { value: Value; at: string } } {
  // An object literal with a computed name, which TypeScript types too widely.
  return (value === null || value === undefined ? {} : { [name]: { value, at } }) as { [Key in Name]?: { value: Value; at: string } }
}
