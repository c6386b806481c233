import { responsesDialect } from '../../dialects/responses/index.js'
import { GatewayFailure } from '../../exchange/error.js'
import { patchTopLevel } from '../../json/body-patch.js'
import { withOwnHistory } from '../../relay/conversation/relayed-body.js'
import { sendJson } from '../../relay/reply.js'
import { sendToTargets } from '../../relay/targets/targets.js'
import { askProvider } from '../../relay/upstream/json-relay.js'
import { passedHeaders } from '../../relay/upstream/upstream-headers.js'
import { modelOf, requiredBody, targetsOf } from '../converse.js'
import type { ModelHandler } from '../operation.js'
import { recorderOfMade } from '../made-objects.js'
import { reserve } from '../reserve.js'
import { continued } from './continuation.js'

/** `POST /v1/responses/compact`: only relayed, since only the provider can read the result. */
export const compactResponse: ModelHandler<'compactResponse'> = async (request, services) => {
  const { json, bytes } = requiredBody(request)
  const model = modelOf(json)
  const able = targetsOf(request, services, 'responses', model).filter((target) =>
    target.provider.dialectsFor(target.model).includes('responses'),
  )
  if (able.length === 0) throw noCompaction(model)
  const record = recorderOfMade(request, services, responsesDialect.objectIds, json)
  const prepared = await continued(request, services, { wire: json, bytes, targets: able }, undefined)
  const targets = await reserve(request, services, { model, wire: prepared.wire, targets: prepared.targets, writes: true })
  await sendToTargets(services.relay, request, targets, async (target) => {
    const question = { wire: prepared.wire, bytes: prepared.bytes }
    const traits = target.provider.traitsFor(target.model, 'responses')
    const members = responsesDialect.relayedMembers(json, { model: target.model, stream: false, traits })
    const answer = await askProvider(services.relay, request, target, {
      endpoint: { type: 'compaction', model: target.model },
      upstream: responsesDialect,
      client: 'responses',
      body: patchTopLevel(withOwnHistory(responsesDialect, question, target), members),
    })
    if (answer === undefined || answer instanceof GatewayFailure) return answer
    request.record.used(responsesDialect.readUsage(answer.json))
    record?.(answer.json, target)
    sendJson(
      request,
      200,
      responsesDialect.relayedReply?.(answer.json, answer.bytes) ?? answer.bytes,
      passedHeaders(target.provider, answer.headers),
    )
    return undefined
  })
}

function noCompaction(model: string): GatewayFailure {
  return new GatewayFailure({
    kind: 'not_found',
    message: `The provider of the model '${model}' does not have /v1/responses/compact. Send the turns themselves, or use a model of a provider that does.`,
  })
}
