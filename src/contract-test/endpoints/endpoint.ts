import { bearer, type TestRequest } from '../../dialects/contract-test.js'
import { objectOf, type JsonObject } from '../../json/object.js'
import { isReply, statusIs, typeIs, type Answered, type Check, type Tester } from '../check.js'
import type { ChosenModels, ModelUse } from '../chosen-models.js'
import { unknownModel } from '../conversations/conversation.js'
import { endpointCheck, type Send } from '../endpoint-check.js'
import { openAIErrorRules } from '../errors.js'
import type { Findings } from '../findings.js'
import type { Group } from '../group.js'
import { ask, type TestTarget } from '../target.js'

/** An endpoint beside the chat styles, with OpenAI's errors. */
export interface Endpoint {
  readonly name: string
  readonly use: ModelUse
  /** The smallest valid request. It tells whether the server has the endpoint, with this model. */
  readonly smallest: (model: string) => Omit<TestRequest, 'headers'>
  /** Bodies that the server must refuse with 400. */
  readonly invalidBodies: readonly { readonly name: string; readonly body: (model: string) => unknown }[]
  /** Its errors, where they are not OpenAI's. */
  readonly error?: EndpointError
  readonly checks: (context: EndpointContext) => readonly Check[]
}

/** The schema of an error in the document of the media endpoints, and the rules beyond it. */
export interface EndpointError {
  readonly schema: string
  readonly rules: (find: Findings, body: JsonObject, status: number) => void
}

const openAIError: EndpointError = { schema: 'MediaErrorReply', rules: openAIErrorRules }

export class EndpointContext {
  constructor(
    readonly name: string,
    readonly tester: Tester,
    readonly model: string,
    private readonly error: EndpointError = openAIError,
  ) {}

  check(name: string, run: (send: Send) => Promise<void>): Check {
    return endpointCheck(this.tester, this.name, name, run)
  }

  request(request: Omit<TestRequest, 'headers'>): TestRequest {
    return { headers: bearer(this.tester.target.token), ...request }
  }

  /** The reply fits its schema in the document of the media endpoints. */
  fits(answered: Answered, schema: string): boolean {
    return isReply(answered) && this.tester.fits(answered.find, 'media', schema, answered.answer.json)
  }

  /** The server does not have this value of a member, and says so: a 400 that names the member. */
  lacks(answered: Answered, member: string): boolean {
    const error = objectOf(answered.body['error'])
    if (answered.answer.status !== 400 || error?.['param'] !== member) return false
    this.refused(answered, 400)
    return true
  }

  refused(answered: Answered, status: number): void {
    if (!statusIs(answered, status) || !typeIs(answered, 'application/json')) return
    this.tester.fits(answered.find, 'media', this.error.schema, answered.answer.json)
    this.error.rules(answered.find, answered.body, status)
  }
}

/** The group of an endpoint: its own checks, and its errors. */
export function groupOf({ name, use, smallest, invalidBodies, error, checks }: Endpoint): Group {
  return {
    name,
    isThere: (target, models) => answers(target, smallest(models.of(use))),
    checks: (tester: Tester, models: ChosenModels) => {
      const model = models.of(use)
      const context = new EndpointContext(name, tester, model, error)
      const { path } = smallest(model)
      const refusals: readonly (readonly [string, number, TestRequest])[] = [
        ['401 without a token', 401, { ...smallest(model), headers: {} }],
        ['404 for an unknown model', 404, context.request(smallest(unknownModel))],
        ...invalidBodies.map(({ name: what, body }) => [`400 for ${what}`, 400, context.request({ path, body: body(model) })] as const),
      ]
      return [
        ...checks(context),
        ...refusals.map(([what, status, request]) =>
          context.check(what, async (send) => {
            const answered = await send(request)
            if (answered !== undefined) context.refused(answered, status)
          }),
        ),
      ]
    },
  }
}

/** A server without the endpoint, or without a model for it, refuses even a valid request. */
async function answers(target: TestTarget, request: Omit<TestRequest, 'headers'>): Promise<boolean> {
  const { status } = await ask(target, { headers: bearer(target.token), ...request })
  return ![400, 403, 404, 405, 422, 501].includes(status)
}

/** The bytes of base64; `undefined` where the text is something else. */
export function decodedBase64(text: unknown): Buffer | undefined {
  if (typeof text !== 'string' || text === '' || text.length % 4 !== 0 || !/^[\w+/-]*={0,2}$/.test(text)) return undefined
  return Buffer.from(text, 'base64')
}

export function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number' && Number.isFinite(entry))
}
