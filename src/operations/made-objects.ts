import type { WireObject } from '../dialects/dialect.js'
import type { ObjectIds } from '../dialects/object-ids.js'
import { parseObject } from '../json/object.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import type { ReplyObserver } from '../relay/conversation/conversation.js'
import type { RoutedTarget } from '../routing/target.js'
import type { ModelServices } from './operation.js'

/** Records objects that replies to `asked` name as the caller's, except those that the request named: they existed before. */
export function recorderOfMade(
  { caller: { owner } }: GatewayRequest,
  { issuedIds }: ModelServices,
  objects: ObjectIds,
  asked: WireObject,
): ((said: WireObject, target: RoutedTarget) => void) | undefined {
  const { made } = objects
  if (made?.mayBe(asked) !== true) return undefined
  let named: ReadonlySet<string> | undefined
  return (said, { provider }) => {
    const ids = made.idsIn(said)
    if (ids.length === 0) return
    const before = (named ??= new Set(objects.referencesIn(asked).map(({ id }) => id)))
    issuedIds.note(
      owner,
      provider.origin,
      ids.filter((id) => !before.has(id)),
    )
  }
}

/** Adds to `observer` the recording of the objects that a provider of the client's own dialect makes for this request. */
export function recordingMade(
  request: GatewayRequest,
  services: ModelServices,
  objects: ObjectIds,
  asked: WireObject,
  observer?: ReplyObserver,
): ReplyObserver | undefined {
  const record = recorderOfMade(request, services, objects, asked)
  const marks = objects.made?.marks ?? []
  if (record === undefined) return observer
  return {
    reply(wire, target, relayed) {
      if (relayed) record(wire, target)
      observer?.reply(wire, target, relayed)
    },
    relayedEvent(data, target) {
      if (marks.some((mark) => data.includes(mark))) record(parseObject(data) ?? {}, target)
      observer?.relayedEvent?.(data, target)
    },
  }
}
