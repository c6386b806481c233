import { failureStatuses, GatewayFailure, type FailureKind } from '../exchange/error.js'
import { defined } from '../json/object.js'

/** The preferences in the header `Prefer` (RFC 7240): Prism's, and some of our own. */
export interface Preferences {
  /** The status of the reply. */
  readonly code?: number
  /** The name of the document's example. */
  readonly example?: string
  /** A random reply that fits the schema, instead of an example. */
  readonly dynamic: boolean
  /** The answer repeats the question. */
  readonly echo: boolean
  /** Milliseconds between two events of a stream. */
  readonly paceMs: number
  /** The stream ends with this error, after `after` events. */
  readonly error?: FailureKind
  /** Its message, in place of the usual one. */
  readonly errorMessage?: string
  /** The connection is cut after so many events, without an error. */
  readonly cut?: number
  /** How many events come before `error`. */
  readonly after: number
}

const usualPaceMs = 20
const usualEventsBeforeError = 3

/** `pace=50ms, error=overloaded, after=2`; unknown preferences are ignored, as the RFC requires; malformed ones are refused. */
export function readPreferences(header: string | readonly string[] | undefined): Preferences {
  const preferences = new Map<string, string>()
  for (const preference of [header ?? ''].flat().join(',').split(/[,;]/)) {
    const [name = '', ...value] = preference.split('=')
    if (name.trim() !== '')
      preferences.set(
        name.trim().toLowerCase(),
        value
          .join('=')
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      )
  }
  const code = preferences.get('code')
  const example = preferences.get('example')
  const error = preferences.get('error')
  const cut = preferences.get('cut')
  return defined({
    dynamic: isOn(preferences.get('dynamic')),
    echo: isOn(preferences.get('echo')),
    paceMs: numberIn('pace', preferences.get('pace')?.replace(/ms$/, '') ?? String(usualPaceMs), 60_000),
    after: numberIn('after', preferences.get('after') ?? String(usualEventsBeforeError), 1_000_000),
    code: code === undefined ? undefined : numberIn('code', code, 599),
    example,
    error: error === undefined ? undefined : failureKind(error),
    cut: cut === undefined ? undefined : numberIn('cut', cut, 1_000_000),
  })
}

/** `echo` alone means the same as `echo=true`. */
function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== 'false'
}

function numberIn(name: string, text: string, largest: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || text === '' || number < 0 || number > largest)
    throw refused(`${name} must be a whole number up to ${largest}`)
  return number
}

function failureKind(name: string): FailureKind {
  const kind = name === '' || name === 'true' ? 'upstream_disconnected' : name
  if (!Object.hasOwn(failureStatuses, kind)) throw refused(`error must be one of ${Object.keys(failureStatuses).join(', ')}`)
  // The line above has looked it up in the table of all kinds.
  return kind as FailureKind
}

function refused(message: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message: `Prefer: ${message}.`, param: 'Prefer' })
}
