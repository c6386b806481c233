import { isLimited } from '../accounting/payer.js'
import { priceAt } from '../accounting/price.js'
import { askedTier, choicesOf, expectedTokens, ownOutputLimit, worstCase } from '../accounting/worst-case.js'
import { textBytesOf } from '../accounting/text-bytes.js'
import type { WireObject } from '../dialects/dialect.js'
import type { Usage } from '../exchange/usage.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import type { RoutedTarget } from '../routing/target.js'
import type { ModelServices } from './operation.js'

/** What goes to a model. */
export interface Sending {
  readonly model: string
  readonly wire: WireObject
  readonly targets: readonly RoutedTarget[]
  /** Whether the model writes an answer, or only reads, as for embeddings. */
  readonly writes: boolean
  /** What the request says of its cost beside tokens. */
  readonly units?: Usage | undefined
}

/**
 * Sets aside what the request may cost, before a provider is asked, and gives back the targets that may be. Throws where
 * the caller's budget, or its tokens of the minute, do not suffice; waits only where other processes
 * have the accounts, or some of the money for requests that have not come.
 */
export function reserve(
  request: GatewayRequest,
  { reservations, relay, pricedTargets }: Pick<ModelServices, 'reservations' | 'relay' | 'pricedTargets'>,
  { model, wire, targets, writes, units }: Sending,
): readonly RoutedTarget[] | Promise<readonly RoutedTarget[]> {
  const priced = pricedTargets.among(targets, model)
  if (!isLimited(request.caller)) {
    request.record.sends(wire, units)
    return priced
  }
  const textBytes = textBytesOf(wire)
  const worst = worstCase(
    { textBytes, outputTokens: writes ? longestAnswer(wire, priced) : 0, choices: choicesOf(wire), serviceTier: askedTier(wire), units },
    priced.map(({ price }) => (price === undefined ? undefined : priceAt(price, relay.now()))),
  )
  const reservation = reservations.take(request, worst, expectedTokens(textBytes, wire))
  if (reservation instanceof Promise)
    return reservation.then((taken) => {
      request.record.sends(wire, units, taken, textBytes)
      return priced
    })
  request.record.sends(wire, units, reservation, textBytes)
  return priced
}

function longestAnswer(wire: WireObject, targets: readonly RoutedTarget[]): number {
  return ownOutputLimit(wire) ?? targets.reduce((most, target) => Math.max(most, target.maxOutputTokens ?? usualMost), 0)
}

/** Of models that have no entry. */
const usualMost = 4096
