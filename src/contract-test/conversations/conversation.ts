import type { TestRequest } from '../../dialects/contract-test.js'
import type { StreamEvent } from '../../dialects/stream-order.js'
import { objectOf } from '../../json/object.js'
import { isReply, statusIs, streamOf, typeIs, type Answered, type Check, type Tester } from '../check.js'
import type { ProblemList } from '../findings.js'
import type { TestedDialect } from '../tested-dialect.js'

/** A model that no provider has. */
export const unknownModel = 'no-such-model'

type Headers = TestRequest['headers']

export interface Wanted {
  readonly stream?: boolean
  /** Members of the body beside the usual ones. */
  readonly more?: Readonly<Record<string, unknown>>
  readonly headers?: Headers
  readonly model?: string
  readonly framing?: 'sse' | 'json-array'
}

/** Sends the requests of one chat style to one model, and holds the answers against the style's schemas and rules. */
export class Conversation {
  readonly headers: Headers

  constructor(
    readonly dialect: TestedDialect,
    readonly tester: Tester,
    readonly model: string,
  ) {
    this.headers = { ...dialect.headers, ...dialect.credential(tester.target.token) }
  }

  /** A check of one answer. */
  check(name: string, request: Wanted | { readonly body: unknown }, hold: (answered: Answered) => void): Check {
    return {
      style: this.dialect.name,
      name,
      run: async (problems) => {
        const answered = await this.#ask(request, problems)
        if (answered !== undefined) hold(answered)
      },
    }
  }

  #ask(request: Wanted | { readonly body: unknown }, problems: ProblemList): Promise<Answered | undefined> {
    const { dialect, tester, headers } = this
    if ('body' in request) return tester.ask({ path: dialect.path(this.model, false), headers, body: request.body }, problems)
    const { stream = false, more = {}, model = this.model, framing } = request
    const body = dialect.body(model, stream, more)
    return tester.ask({ path: dialect.path(model, stream, framing), body, headers: request.headers ?? headers }, problems)
  }

  /** A whole reply. */
  holdReply(answered: Answered): void {
    if (!isReply(answered)) return
    this.#holdId(answered)
    const { dialect, tester } = this
    tester.fits(answered.find, dialect.document, dialect.reply, answered.answer.json)
    dialect.rules.reply(answered.find, answered.body)
  }

  /** A stream; returns its events. */
  holdStream(answered: Answered, usage = true): readonly StreamEvent[] {
    const events = streamOf(answered)
    if (events === undefined) return []
    const { find } = answered
    const { dialect, tester } = this
    this.#holdId(answered)
    events.forEach(({ data, value }, position) => {
      if (data === '[DONE]') return
      const at = find.within(`event ${position}`)
      if (at.require(value !== undefined, '', data, 'a JSON object', 'each event of a stream is JSON'))
        tester.fits(at, dialect.document, dialect.event, value)
    })
    for (const problem of dialect.order(events))
      find.require(false, 'the events', problem, 'another order', 'clients follow the order of the events')
    dialect.rules.stream(find, events, { usage })
    return events
  }

  /** An error in the style's own shape. */
  holdRefusal(answered: Answered, status: number): void {
    if (!statusIs(answered, status) || !typeIs(answered, 'application/json')) return
    this.#holdId(answered)
    const { dialect, tester } = this
    tester.fits(answered.find, dialect.document, dialect.error, answered.answer.json)
    dialect.rules.error(answered.find, answered.body, status)
  }

  #holdId({ answer, find }: Answered): void {
    const { requestId } = this.dialect.rules
    if (requestId === undefined) return
    const id = answer.headers.get(requestId) ?? undefined
    find.filled(`header ${requestId}`, id, 'a provider finds a request again by its id')
    const told = objectOf(answer.json)?.['request_id']
    if (told !== undefined && told !== null) find.equals('/request_id', told, id ?? '', 'the body has the id of the header')
  }
}
