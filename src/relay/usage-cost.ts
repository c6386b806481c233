import type { StreamTap } from '../dialects/dialect.js'
import type { UsagePlace } from '../dialects/facts.js'
import { formatMoney } from '../accounting/money.js'
import type { Usage } from '../exchange/usage.js'
import { patchTopLevel } from '../json/body-patch.js'
import { withMember } from '../json/member.js'
import type { GatewayRequest } from './gateway-request.js'
import type { Frame } from './stream/frame-reader.js'

/** Whether the client asks by header for the cost in the reply's usage. */
export function requestsCost({ incoming }: Pick<GatewayRequest, 'incoming'>): boolean {
  return incoming.headers['x-anywire-usage'] === 'cost'
}

/** The header with the cost of a whole reply; none where no model was asked. */
export function costHeader({ record }: GatewayRequest): string | undefined {
  const charge = record.chargeWhole()
  return charge === undefined ? undefined : formatMoney(charge.cost)
}

/** The usage of a whole reply with what it costs, for encoders. Where the provider reported none, it is what the request is booked with. */
export function usageWithCost({ record }: GatewayRequest): Usage | undefined {
  const charge = record.chargeWhole()
  return charge === undefined ? undefined : { ...charge.usage, chargedUsd: formatMoney(charge.cost) }
}

/** A provider's whole reply with the cost in its usage. */
export function bytesWithCost(request: GatewayRequest, bytes: Buffer, { whole }: UsagePlace): Buffer {
  const cost = costHeader(request)
  if (cost === undefined) return bytes
  const told = withMember(bytes.toString('latin1'), [whole], 'cost', cost)
  return told === undefined ? patchTopLevel(bytes, { [whole]: `{"cost":${cost}}` }) : Buffer.from(told, 'latin1')
}

/** Puts the cost into the usage of a relayed stream's last event that has any: the changed data, or `undefined`. */
export function costInFrames(
  request: GatewayRequest,
  { whole, streamed, beforeEnd }: UsagePlace,
  tap: StreamTap,
): (frame: Frame) => string | undefined {
  const sign = `"${whole}"`
  return ({ data }) => {
    if (!data.includes(sign) || !(tap.finished || (beforeEnd && tap.usage?.outputTokens !== undefined))) return undefined
    const cost = costHeader(request)
    return cost === undefined ? undefined : withMember(data, streamed, 'cost', cost)
  }
}
