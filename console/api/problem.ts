import { budgetHeader } from '../../src/exchange/short-budget.js'
import { defined, objectOf, textOf, type JsonObject } from '../../src/json/object.js'

/** A refused or failed call of the gateway's own API. */
export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
    this.name = 'ApiError'
  }
}

/** Problem details (RFC 9457) as the gateway sends them; `status` 0: the gateway could not be reached. */
export interface Problem {
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly code: string
  /** The wrong field: a JSON pointer, or the name of a parameter. */
  readonly param?: string
  readonly requestId?: string
  readonly retryAfterSeconds?: number
  /** `x-anywire-budget`: the gateway's own budget that does not suffice. */
  readonly budget?: string
}

/** Reads the body of a refusal: problem details, or an error in the format of the styles. */
export function readProblem(status: number, headers: Headers, body: unknown): Problem {
  const outer = objectOf(body) ?? {}
  const details = objectOf(outer.error) ?? outer
  const budget = headers.get(budgetHeader) ?? undefined
  return {
    status,
    title: textOf(details.title) ?? textOf(details.type) ?? textOf(details.status) ?? 'Refused',
    detail: textOf(details.detail) ?? textOf(details.message) ?? 'The gateway gave no reason.',
    code: status === 402 || budget !== undefined ? outOfBudget : (codeOf(details) ?? 'unknown'),
    ...defined<Pick<Problem, 'param' | 'requestId' | 'retryAfterSeconds' | 'budget'>>({
      param: textOf(details.param),
      requestId: textOf(outer.request_id) ?? textOf(details.request_id) ?? headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: secondsOf(headers.get('retry-after')),
      budget,
    }),
  }
}

const codeOf = ({ code, status, type }: JsonObject): string | undefined => textOf(code) ?? textOf(status) ?? textOf(type)

/** The code of a refusal for want of money. Messages have a status for it, generate content has neither: its refusals name the budget. */
export const outOfBudget = 'insufficient_quota'

export const unreachable: Problem = {
  status: 0,
  title: 'The gateway does not answer',
  detail: 'It may be restarting, or the network is away.',
  code: 'unreachable',
}

/** Whatever was thrown, as a problem to show. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem
  return { status: 0, title: 'The console failed', detail: error instanceof Error ? error.message : String(error), code: 'console_error' }
}

function secondsOf(header: string | null): number | undefined {
  if (header === null || !/^\d{1,6}$/.test(header)) return undefined
  return Number(header)
}
