import type { UpstreamDialect } from '../exchange/dialect-name.js'
import type { CountedQuestion } from './question.js'

/** What a style's providers put around a request's texts, in tokens. Fitted to recorded requests: docs/token-counting.md. */
interface Surroundings {
  /** Tokens of the provider's own tokenizer for one of the gateway's. */
  readonly said: number
  readonly declared: number
  readonly request: number
  readonly turn: number
  /** Once where there are tools. */
  readonly tools: number
  readonly call: number
}

const openai: Surroundings = { said: 1, declared: 1, request: 3, turn: 4, tools: 12, call: 4 }

const surroundings: Readonly<Record<UpstreamDialect, Surroundings>> = {
  'chat-completions': openai,
  responses: openai,
  'cohere-chat': openai,
  'bedrock-converse': openai,
  messages: { said: 1.15, declared: 1.15, request: 4, turn: 3, tools: 500, call: 35 },
  'generate-content': { said: 1, declared: 1, request: 0, turn: 0, tools: 0, call: 8 },
}

/** What models add of their own, beyond their style: OpenAI's newer ones where chat completions bring tools, Grok always. */
const hidden: readonly { readonly models: RegExp; readonly request?: number; readonly chatTools?: number }[] = [
  { models: /(?:^|\/)gpt-5/, chatTools: 84 },
  { models: /(?:^|\/)grok/, request: 180 },
]

/** The tokens of a request from those of its texts. `model` is the name at the provider. */
export function estimate(
  question: CountedQuestion,
  texts: { readonly said: number; readonly declared: number },
  dialect: UpstreamDialect,
  model: string,
): number {
  const around = surroundings[dialect]
  const more = hidden.find(({ models }) => models.test(model))
  const tokens =
    around.request +
    (more?.request ?? 0) +
    around.turn * question.turns +
    around.call * question.calls +
    (question.tools > 0 ? around.tools + (dialect === 'chat-completions' ? (more?.chatTools ?? 0) : 0) : 0) +
    around.said * texts.said +
    around.declared * texts.declared +
    question.mediaTokens
  return Math.max(1, Math.round(tokens))
}
