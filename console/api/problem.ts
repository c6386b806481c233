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
}

/** Reads the body of a refusal: problem details, or an error in the format of the styles. */
export function readProblem(status: number, headers: Headers, body: unknown): Problem {
  const outer = objectOf(body) ?? {}
  const details = objectOf(outer.error) ?? outer
  return {
    status,
    title: textOf(details.title) ?? textOf(details.type) ?? textOf(details.status) ?? 'Refused',
    detail: textOf(details.detail) ?? textOf(details.message) ?? 'The gateway gave no reason.',
    code: isOutOfBudget(status, headers, details) ? outOfBudget : (codeOf(details) ?? 'unknown'),
    ...defined<Pick<Problem, 'param' | 'requestId' | 'retryAfterSeconds'>>({
      param: textOf(details.param),
      requestId: textOf(outer.request_id) ?? textOf(details.request_id) ?? headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: secondsOf(headers.get('retry-after')),
    }),
  }
}

const codeOf = ({ code, status, type }: JsonObject): string | undefined => textOf(code) ?? textOf(status) ?? textOf(type)

/** The code of a refusal for want of money, in whatever style it came. */
export const outOfBudget = 'insufficient_quota'

/**
 * Chat completions and responses have a code for it, messages a status. Generate content has the status of a rate limit for it;
 * but where waiting helps, the gateway says how long.
 */
function isOutOfBudget(status: number, headers: Headers, details: JsonObject): boolean {
  if (status === 402 || codeOf(details) === outOfBudget) return true
  return codeOf(details) === 'RESOURCE_EXHAUSTED' && headers.get('x-should-retry') === 'false' && headers.get('retry-after') === null
}

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
