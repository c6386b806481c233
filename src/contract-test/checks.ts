import type { SchemaSet } from '../contract/schema/index.js'
import type { TestedDialect } from './tested-dialect.js'
import type { TestRequest } from '../dialects/contract-test.js'
import { ask, eventsOf, type Answer, type TestTarget } from './target.js'

/** The schemas of a document of the contract, by the document's name. */
export type Schemas = (document: string) => SchemaSet

export interface Check {
  readonly style: string
  readonly name: string
  /** The problems found, one sentence each. Throws where the server cannot be reached. */
  readonly run: () => Promise<readonly string[]>
}

/** A model that no provider has. */
export const unknownModel = 'no-such-model'

const mostProblems = 5

/** All checks of one dialect. */
export function checksOf(dialect: TestedDialect, target: TestTarget, model: string, schemas: Schemas): readonly Check[] {
  const own = { ...dialect.headers, ...dialect.credential(target.token) }
  const send = (request: Omit<TestRequest, 'headers'>, headers: TestRequest['headers'] = own): Promise<Answer> =>
    ask(target, { ...request, headers })
  const converse = (
    stream: boolean,
    more: Readonly<Record<string, unknown>>,
    headers?: TestRequest['headers'],
    named = model,
  ): Promise<Answer> => send({ path: dialect.path(named, stream), body: dialect.body(named, stream, more) }, headers)
  const holds = (document: string, schema: string, value: unknown): string[] => {
    const problem = schemas(document).component(schema)(value)
    return problem === undefined ? [] : [`${schema}: ${problem.message}`]
  }
  const reply = (answer: Answer): string[] => [
    ...statusIs(answer, 200),
    ...(answer.status === 200 ? [...typeIs(answer, 'application/json'), ...holds(dialect.document, dialect.reply, answer.json)] : []),
  ]
  const stream = (answer: Answer): string[] => {
    if (answer.status !== 200) return statusIs(answer, 200)
    const events = eventsOf(answer.text)
    const wrong = events
      .filter(({ data }) => data !== '[DONE]')
      .flatMap(({ data, value }) =>
        value === undefined ? [`an event is not a JSON object: ${data.slice(0, 60)}`] : holds(dialect.document, dialect.event, value),
      )
    return [...typeIs(answer, 'text/event-stream'), ...wrong, ...dialect.order(events)]
  }
  const refusal = (answer: Answer, status: number): string[] => [
    ...statusIs(answer, status),
    ...(answer.status === status ? holds(dialect.document, dialect.error, answer.json) : []),
  ]
  const check = (name: string, run: () => Promise<readonly string[]>): Check => ({
    style: dialect.name,
    name,
    run: async () => shortened(await run()),
  })
  return [
    check('a reply', async () => reply(await converse(false, {}))),
    check('a stream: each event, their order, their end', async () => stream(await converse(true, {}))),
    check('a reply with a tool call', async () => reply(await converse(false, dialect.tool))),
    check('a stream with a tool call', async () => stream(await converse(true, dialect.tool))),
    check('401 without a token', async () => refusal(await converse(false, {}, dialect.headers), 401)),
    check('404 for an unknown model', async () => refusal(await converse(false, {}, own, unknownModel), 404)),
    check('404 for an unknown model, with a stream requested', async () => refusal(await converse(true, {}, own, unknownModel), 404)),
    check('400 for a body that is not JSON', async () =>
      refusal(await send({ path: dialect.path(model, false), body: '{"model": ' }), 400),
    ),
    ...dialect.invalidBodies.map(({ name, body }) =>
      check(`400 for ${name}`, async () => refusal(await send({ path: dialect.path(model, false), body: body(model) }), 400)),
    ),
    ...dialect.otherRequests.map(({ name, schema, document, request }) =>
      check(name, async () => {
        const answer = await send(request(model))
        return answer.status === 200 ? holds(document, schema, answer.json) : statusIs(answer, 200)
      }),
    ),
  ]
}

/** Whether the server has the dialect's path: an invalid body gets another status than 404 or 405. */
export async function claims(dialect: TestedDialect, target: TestTarget, model: string): Promise<boolean> {
  const headers = { ...dialect.headers, ...dialect.credential(target.token) }
  const { status } = await ask(target, { path: dialect.path(model, false), headers, body: dialect.invalidBodies[0]?.body(model) ?? {} })
  return status !== 404 && status !== 405
}

function statusIs({ status, text }: Answer, wanted: number): string[] {
  return status === wanted ? [] : [`status ${status} instead of ${wanted}: ${text.slice(0, 200).replaceAll(/\s+/g, ' ')}`]
}

function typeIs({ contentType }: Answer, wanted: string): string[] {
  return contentType.startsWith(wanted) ? [] : [`content-type ${JSON.stringify(contentType)} instead of ${wanted}`]
}

function shortened(problems: readonly string[]): readonly string[] {
  const different = [...new Set(problems)]
  const rest = different.length - mostProblems
  return rest > 0 ? [...different.slice(0, mostProblems), `and ${rest} more`] : different
}
