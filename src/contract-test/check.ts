import type { SchemaSet } from '../contract/schema/index.js'
import type { TestRequest } from '../dialects/contract-test.js'
import { objectIn, type StreamEvent } from '../dialects/stream-order.js'
import type { JsonObject } from '../json/object.js'
import { unescapeStep } from '../json/pointer.js'
import { Findings, type ProblemList } from './findings.js'
import { showing, type Show } from './show.js'
import { ask, eventsOf, NoAnswer, type Answer, type TestTarget } from './target.js'

/** The schemas of a document of the contract, by the document's name. */
export type Schemas = (document: string) => SchemaSet

export interface Check {
  /** The style, or the endpoint beside the styles: `embeddings`. */
  readonly style: string
  readonly name: string
  readonly run: (problems: ProblemList) => Promise<void>
}

/** An answer, and the list that its problems go to. */
export interface Answered {
  readonly answer: Answer
  readonly find: Findings
  /** The body as a JSON object; `{}` where it is something else. */
  readonly body: JsonObject
}

/** Sends the requests of the checks, and holds answers against the contract's schemas. */
export class Tester {
  readonly #show: Show

  constructor(
    readonly target: TestTarget,
    private readonly schemas: Schemas,
  ) {
    this.#show = showing([target.token])
  }

  /** `undefined` where there was no whole answer, which is reported as a problem itself. */
  async ask(request: TestRequest, problems: ProblemList): Promise<Answered | undefined> {
    const find = this.findings(problems, described(request))
    try {
      const answer = await ask(this.target, request)
      const { token } = this.target
      // A short one may be a word of the answer.
      if (token.length >= 12)
        find.require(
          !answer.text.includes(token),
          '',
          '[removed]',
          'an answer without the token',
          'tokens are secrets, and answers are logged',
        )
      return { answer, find, body: objectIn(answer.json) }
    } catch (failure) {
      if (!(failure instanceof NoAnswer)) throw failure
      find.require(false, 'the connection', failure.message, 'a whole answer', 'every request is answered in full')
      return undefined
    }
  }

  findings(problems: ProblemList, request: string): Findings {
    return new Findings(problems, this.#show, this.#show.text(request))
  }

  /** The value fits a component schema of a document. */
  fits(find: Findings, document: string, schema: string, value: unknown, at = ''): boolean {
    const problem = this.schemas(document).component(schema)(value)
    if (problem === undefined) return true
    const expected = problem.rule === 'required' ? 'a value' : problem.expectation.replace(/^must be /, '')
    const place = problem.pointer.startsWith('/') ? problem.pointer : ''
    return find.require(false, `${at}${place}`, valueAt(value, place), expected, `the schema ${schema} of the contract`)
  }
}

export function statusIs({ answer, find }: Answered, wanted: number): boolean {
  const { status, text } = answer
  const rule = wanted === 200 ? 'the request is valid' : `clients act on the status before they read the body`
  return find.require(status === wanted, 'status', `${status} ${text}`, `status ${wanted}`, rule)
}

export function typeIs({ answer, find }: Answered, wanted: string): boolean {
  const type = answer.headers.get('content-type') ?? undefined
  return find.require(mediaType(type) === wanted, 'header content-type', type, wanted, 'clients read the body by its content type')
}

export const mediaType = (header: string | undefined): string => (header ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** The events of an answer with status 200 and the content type of a stream. */
export function streamOf(answered: Answered): readonly StreamEvent[] | undefined {
  if (!statusIs(answered, 200) || !typeIs(answered, 'text/event-stream')) return undefined
  return eventsOf(answered.answer.text)
}

/** A status 200 with a JSON body. */
export function isReply(answered: Answered): boolean {
  return statusIs(answered, 200) && typeIs(answered, 'application/json')
}

function described({ method, path, body }: TestRequest): string {
  const verb = method ?? (body === undefined ? 'GET' : 'POST')
  const shown = body instanceof FormData ? '(a form)' : typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  return `${verb} ${path} ${shown}`.trimEnd()
}

function valueAt(value: unknown, pointer: string): unknown {
  const member = (inner: unknown, step: string): unknown =>
    typeof inner === 'object' && inner !== null ? Reflect.get(inner, unescapeStep(step)) : undefined
  return pointer.split('/').slice(1).reduce(member, value)
}
