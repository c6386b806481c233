import { refuse } from '../../exchange/error.js'
import type { Part } from '../../exchange/part.js'
import type { Choice, Reply, TokenLogprob } from '../../exchange/reply.js'
import type { ConversationRequest } from '../../exchange/request.js'
import { defined } from '../../json/object.js'
import { valueOfSchema } from '../made-values/value-of-schema.js'
import { cutAfter, stoppedAt, type Content } from './limits.js'
import { mediaAnswer } from './media-answer.js'
import { questionOf, textOfParts, type Question, type ToolResult } from './question.js'
import { tokensOfParts, tokensOfRequest, tokenTexts } from './tokens.js'
import { callOf, calledTools } from './tool-calls.js'

export interface Composition {
  /** The text of an answer to which the request gives no other content. */
  readonly usualText: string
  /** Whether the answer repeats the question. */
  readonly echo: boolean
  /** A text as the answer to a schema is written without quotation marks. */
  readonly bareText: boolean
  readonly newId: (prefix: string) => string
  /** What a script says in place of the mock's own content. */
  readonly content?: Content
}

/** Most different contents of one reply; further choices repeat them. */
const mostContents = 8
/** Characters that the mock repeats, in all choices together. */
const longestEcho = 200_000
const empty: Content = { parts: [], finish: { reason: 'stop' } }

/** A reply that does what the request asks for. The same request gets the same content. */
export function composeReply(request: ConversationRequest, composition: Composition): Reply {
  const { settings } = request
  const count = settings.choiceCount?.value ?? 1
  const contents = Array.from({ length: Math.min(count, mostContents) }, (_, index) =>
    limited(composition.content ?? contentOf(request, composition, index), request),
  )
  const choices = Array.from({ length: count }, (_, index): Choice => {
    const { parts, finish } = contents[index % mostContents] ?? empty
    return defined({
      index,
      parts,
      finish,
      logprobs: settings.logprobs?.value === true ? logprobsOf(parts, settings.topLogprobs?.value) : undefined,
    })
  })
  const reasoning = choices.flatMap(({ parts }) => parts.filter(({ type }) => type === 'reasoning'))
  return {
    id: '',
    model: request.model,
    choices,
    usage: {
      inputTokens: tokensOfRequest(request),
      outputTokens: choices.reduce((sum, { parts }) => sum + tokensOfParts(parts), 0),
      cachedInputTokens: 0,
      reasoningOutputTokens: tokensOfParts(reasoning),
    },
  }
}

function limited(content: Content, { settings }: ConversationRequest): Content {
  return cutAfter(stoppedAt(content, settings.stopSequences?.value ?? []), settings.maxOutputTokens?.value ?? Infinity)
}

function contentOf(request: ConversationRequest, composition: Composition, choice: number): Content {
  const { echo, newId } = composition
  const question = questionOf(request)
  const seed = `${request.settings.seed?.value ?? ''} ${choice} ${question.text.slice(0, 1000)}`
  const tools = echo || question.results.length > 0 ? [] : calledTools(request, question.text)
  const thought: Part[] = showsReasoning(request) ? [{ type: 'reasoning', at: '', text: thoughtText }] : []
  if (tools.length > 0)
    return { parts: [...thought, ...tools.map((tool) => callOf(tool, seed, newId('call_')))], finish: { reason: 'tool-calls' } }
  if (echo && question.text.length * (request.settings.choiceCount?.value ?? 1) > longestEcho)
    throw refuse(request.turnsAt ?? '', `The mock repeats at most ${longestEcho} characters.`)
  const text = echo ? echoOf(question) : (structured(request, composition, seed) ?? plain(question, composition))
  return { parts: [...thought, ...mediaAnswer(request, text)], finish: { reason: 'stop' } }
}

const thoughtText = 'The mock thinks about the question.'

function showsReasoning({ reasoning }: ConversationRequest): boolean {
  const mode = reasoning?.mode?.value
  const summary = reasoning?.summary?.value
  return summary === 'none' ? false : summary !== undefined || mode === 'enabled' || mode === 'adaptive'
}

/** The JSON text that the request asks for; absent where it asks for none. Throws a 400 where none can be made. */
function structured({ output }: ConversationRequest, { usualText, bareText }: Composition, seed: string): string | undefined {
  if (output === undefined || output.value.type === 'text') return undefined
  if (output.value.type === 'json') return JSON.stringify({ answer: usualText })
  const made = valueOfSchema(output.value.schema, seed)
  if ('value' in made) return bareText && typeof made.value === 'string' ? made.value : JSON.stringify(made.value)
  throw refuse(output.at, `The mock cannot make an answer of this schema: ${made.problem}. Write it in a script (mock --script).`)
}

const longestQuote = 2000
const mostQuotes = 50

function plain({ results }: Question, { usualText }: Composition): string {
  return results.length > 0 ? quoted(results) : usualText
}

/** What the tools returned, one a line. */
function quoted(results: readonly ToolResult[]): string {
  return results
    .slice(0, mostQuotes)
    .map(({ name, text, isError }) => `${name} ${isError ? 'failed' : 'returned'}: ${text.slice(0, longestQuote).toWellFormed()}`)
    .join('\n')
}

function echoOf({ text, results }: Question): string {
  return results.length > 0 ? results.map((result) => result.text.slice(0, longestQuote).toWellFormed()).join('\n') : text
}

function logprobsOf(parts: readonly Part[], top: number | undefined): readonly TokenLogprob[] {
  return tokenTexts(textOfParts(parts)).map((token) => {
    const probability = { token, logprob: -0.1, bytes: [...Buffer.from(token)] }
    return { ...probability, top: top === undefined || top === 0 ? [] : [probability] }
  })
}
