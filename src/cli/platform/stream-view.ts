import type { Dialect, StreamDecoder } from '../../dialects/dialect.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { ServerSentEvent } from '../../exchange/server-sent-event.js'
import { objectOf, parseObject } from '../../json/object.js'

/** What a person wants to see of a streamed reply: its text, and at its end usage or error. */
export class StreamView {
  /** As the style writes it; `undefined` so far. */
  usage: unknown
  /** The message of the error that ended the stream. */
  failure: string | undefined
  readonly #decoder: StreamDecoder

  constructor(private readonly dialect: Dialect) {
    let ids = 0
    this.#decoder = dialect.createStreamDecoder({
      newId: (prefix) => `${prefix}${ids++}`,
      traits: {},
      ledger: new LossLedger(),
      request: { dialect: dialect.name, model: '', stream: true, turns: [], tools: [], settings: {} },
    })
  }

  /** The text that is new with this event. */
  read(event: ServerSentEvent): string {
    this.usage = this.#usageIn(event) ?? this.usage
    let text = ''
    for (const part of this.#decoder.push(event)) {
      if (part.type === 'text-delta') text += part.text
      else if (part.type === 'error') this.failure ??= part.error.message
    }
    return text
  }

  #usageIn({ data }: ServerSentEvent): unknown {
    return this.dialect.facts.usagePlace.streamed.reduce<unknown>((inner, name) => objectOf(inner)?.[name], parseObject(data))
  }
}
