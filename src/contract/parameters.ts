import type { IncomingHttpHeaders } from 'node:http'
import { GatewayFailure } from '../exchange/error.js'
import type { Parameter } from './operation.js'

/** The parameters of a request by name, with the types of the contract. A list comes as repeated `name` or `name[]`. */
export type ParameterValues = Readonly<Record<string, ParameterValue>>
export type ParameterValue = string | number | boolean | readonly string[]

export interface ParameterSource {
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** Reads the parameters of an operation. Throws a 400 that names the one that is wrong. */
export function readParameters(parameters: readonly Parameter[], source: ParameterSource): ParameterValues {
  let values: Record<string, ParameterValue> | undefined
  for (const parameter of parameters) {
    const value = valueOf(parameter, source)
    if (value === undefined) {
      if (parameter.required) throw refused(parameter, '', 'is required')
      continue
    }
    const problem = parameter.schema?.(value)
    if (problem !== undefined) throw refused(parameter, problem.pointer, problem.expectation)
    values ??= {}
    values[parameter.name] = value
  }
  return values ?? none
}

/** Throws a 400 that names a query parameter that the operation does not have, or one of its texts that comes twice: neither would have any effect. */
export function refuseUselessParameters(parameters: readonly Parameter[], query: URLSearchParams): void {
  const seen = new Set<string>()
  for (const name of query.keys()) {
    const parameter = parameters.find(
      (one) => one.in === 'query' && (one.name === name || (one.type === 'list' && `${one.name}[]` === name)),
    )
    if (parameter === undefined) throw unknownParameter(name, parameters)
    if (seen.has(name) && parameter.type !== 'list') throw refused(parameter, '', 'is there more than once')
    seen.add(name)
  }
}

function unknownParameter(name: string, parameters: readonly Parameter[]): GatewayFailure {
  const known = parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : []))
  const shown = name.length > mostShown ? `${name.slice(0, mostShown)}…` : name
  const there = known.length === 0 ? 'The operation has no query parameters' : `The operation has ${known.join(', ')}`
  return new GatewayFailure({
    kind: 'invalid_request',
    message: `There is no query parameter ${JSON.stringify(shown)}. ${there}.`,
    param: shown,
  })
}

/** Characters of a name that the client made up. */
const mostShown = 100

const none: ParameterValues = {}

function refused({ name }: Parameter, pointer: string, expectation: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message: `${name}${pointer} ${expectation}`, param: name })
}

function valueOf({ name, in: where, type }: Parameter, { path, query, headers }: ParameterSource): ParameterValue | undefined {
  if (where === 'query' && type === 'list') {
    const texts = [...query.getAll(name), ...query.getAll(`${name}[]`)]
    return texts.length === 0 ? undefined : texts
  }
  const text = where === 'path' ? path[name] : where === 'query' ? (query.get(name) ?? undefined) : headerText(headers[name])
  if (text === undefined || type === 'text') return text
  // Forms and libraries send `?limit=` for a parameter without a value.
  if (text === '') return undefined
  if (type === 'number' && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  // Unchanged: validation fails with an error that names the expected type.
  return text
}

function headerText(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(', ')
}
