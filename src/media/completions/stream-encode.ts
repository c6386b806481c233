import type { StreamEncoder } from '../../dialects/dialect.js'
import { openAIErrorObject } from '../../dialects/openai-error.js'
import type { GatewayError } from '../../exchange/error.js'
import type { TokenLogprob } from '../../exchange/reply.js'
import type { StreamPart } from '../../exchange/stream-part.js'
import { mergeUsage, type Usage } from '../../exchange/usage.js'
import { encodeFinish, encodeLogprobs, encodeUsage, type CompletionContext } from './reply.js'
import type { DecodedCompletion } from './request.js'

/** The frame of an error during a stream; no `[DONE]` follows it. */
export function encodeStreamError(error: GatewayError): string {
  return `data: ${JSON.stringify({ error: openAIErrorObject(error) })}\n\n`
}

/** Writes `text_completion` chunks from the parts of one conversation's stream. They have no place for reasoning and tool calls. */
export class CompletionStreamEncoder implements StreamEncoder {
  readonly #id: string
  #model: string
  #created: number
  #usage: Usage | undefined
  /** Length of the text written so far, by choice; a choice is in it once its prompt was echoed. */
  readonly #lengths = new Map<number, number>()
  #ended = false

  constructor(
    private readonly request: DecodedCompletion,
    context: CompletionContext,
  ) {
    this.#id = context.newId('cmpl-')
    this.#model = context.asked
    this.#created = context.now
  }

  write(parts: readonly StreamPart[]): string {
    let text = ''
    for (const part of parts) if (!this.#ended) text += this.#encode(part)
    return text
  }

  #encode(part: StreamPart): string {
    switch (part.type) {
      case 'reply-start':
        if (part.model !== '') this.#model = part.model
        this.#created = part.createdAt ?? this.#created
        return ''
      case 'text-delta':
        return this.#text(part.choice, part.text, part.logprobs)
      case 'refusal-delta':
        return this.#text(part.choice, part.text, undefined)
      case 'usage':
        this.#usage = mergeUsage(this.#usage, part.usage)
        return ''
      case 'choice-end':
        return (
          this.#echo(part.choice) +
          this.#chunk([{ text: '', index: part.choice, logprobs: null, finish_reason: encodeFinish(part.finish) }])
        )
      case 'reply-end': {
        this.#ended = true
        const usage = this.request.includeUsage ? this.#chunk([], encodeUsage(this.#usage ?? {})) : ''
        return `${usage}data: [DONE]\n\n`
      }
      case 'error':
        this.#ended = true
        return encodeStreamError(part.error)
      default:
        return ''
    }
  }

  #text(choice: number, text: string, logprobs: readonly TokenLogprob[] | undefined): string {
    const echoed = this.#echo(choice)
    const offset = this.#lengths.get(choice) ?? 0
    this.#lengths.set(choice, offset + text.length)
    const shown = this.request.logprobs && logprobs !== undefined ? encodeLogprobs(logprobs, offset) : null
    return echoed + this.#chunk([{ text, index: choice, logprobs: shown, finish_reason: null }])
  }

  /** The prompt before a choice's first text, where `echo` is set. */
  #echo(choice: number): string {
    if (this.#lengths.has(choice)) return ''
    const [prompt = ''] = this.request.echo ? this.request.prompts : []
    this.#lengths.set(choice, prompt.length)
    return prompt === '' ? '' : this.#chunk([{ text: prompt, index: choice, logprobs: null, finish_reason: null }])
  }

  #chunk(choices: readonly object[], usage?: object): string {
    const chunk = {
      id: this.#id,
      object: 'text_completion',
      created: this.#created,
      model: this.#model,
      choices,
      usage,
    }
    return `data: ${JSON.stringify(chunk)}\n\n`
  }
}
