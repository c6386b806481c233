import { refuse } from '../../exchange/error.js'
import type { LossLedger } from '../../exchange/ledger.js'
import type { GatewayRequest } from '../gateway-request.js'

const cap = 12

/** `messages>generate-content; exact`, or `…; lossy; dropped=/logprobs,/seed; approximated=/temperature`, each pointer once, limited in length. */
export function conversionHeader(from: string, to: string, ledger: LossLedger): string {
  if (ledger.firstLoss === undefined) return `${from}>${to}; exact`
  const gone = new Set(places(ledger, 'dropped'))
  const dropped = listed(gone)
  const approximated = listed(new Set(places(ledger, 'approximated').filter((at) => !gone.has(at))))
  return `${from}>${to}; lossy${dropped === '' ? '' : `; dropped=${dropped}`}${approximated === '' ? '' : `; approximated=${approximated}`}`
}

/** Strict mode (`x-anywire-strict`): what would be lost is a 400 before anything is sent. */
export function checkStrict({ firstLoss }: LossLedger, { incoming }: Pick<GatewayRequest, 'incoming'>): void {
  if (firstLoss !== undefined && incoming.headers['x-anywire-strict'] === 'true')
    throw refuse(
      firstLoss.at,
      `${firstLoss.at} would be ${firstLoss.action} on the way to this model's provider: ${firstLoss.why}. The request asked for a strict conversion.`,
      'lossy_conversion',
    )
}

function places({ losses }: LossLedger, action: 'dropped' | 'approximated'): string[] {
  return losses.filter((loss) => loss.side === 'request' && loss.action === action).map(({ at }) => at)
}

function listed(places: ReadonlySet<string>): string {
  const more = places.size - cap
  const pointers = Array.from(places).slice(0, cap).map(headerSafe)
  return pointers.join(',') + (more > 0 ? `,+${more}` : '')
}

/** Pointers contain the client's own member names: characters other than visible ASCII are percent-encoded, long ones cut. */
function headerSafe(pointer: string): string {
  const safe = pointer.replace(/[^\x21-\x2b\x2d-\x3a\x3c-\x7e]/gu, (character) => encodeURIComponentSafely(character))
  return safe.length > 80 ? `${safe.slice(0, 80)}…`.replace('…', '...') : safe
}

function encodeURIComponentSafely(character: string): string {
  try {
    return encodeURIComponent(character)
  } catch {
    return '%EF%BF%BD'
  }
}
