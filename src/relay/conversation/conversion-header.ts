import { refuse } from '../../exchange/error.js'
import type { LossLedger } from '../../exchange/ledger.js'

const cap = 12

/** `messages>generate-content; exact`, or `…; lossy; dropped=/logprobs,/seed; approximated=/temperature`, capped in length. */
export function conversionHeader(from: string, to: string, ledger: LossLedger): string {
  const dropped = listed(ledger, 'dropped')
  const approximated = listed(ledger, 'approximated')
  if (dropped === '' && approximated === '') return `${from}>${to}; exact`
  return `${from}>${to}; lossy${dropped === '' ? '' : `; dropped=${dropped}`}${approximated === '' ? '' : `; approximated=${approximated}`}`
}

/** Strict mode (`x-anywire-strict`): what would be lost is a 400 before anything is sent. */
export function checkStrict({ firstLoss }: LossLedger, strict: boolean): void {
  if (strict && firstLoss !== undefined)
    throw refuse(
      firstLoss.at,
      `${firstLoss.at} would be ${firstLoss.action} on the way to this model's provider: ${firstLoss.why}. The request asked for a strict conversion.`,
      'lossy_conversion',
    )
}

function listed(ledger: LossLedger, action: 'dropped' | 'approximated'): string {
  const pointers: string[] = []
  let more = 0
  for (const loss of ledger.losses) {
    if (loss.side !== 'request' || loss.action !== action) continue
    if (pointers.length >= cap) more++
    else pointers.push(headerSafe(loss.at))
  }
  return pointers.join(',') + (more > 0 ? `,+${more}` : '')
}

/** Pointers hold the client's own member names: what is no visible ASCII is percent-encoded, and long ones are cut. */
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
