import { writeClientSecret } from '../access/client-secret.js'
import { GatewayFailure, refuse } from '../exchange/error.js'
import { defined, objectOf, textOf } from '../json/object.js'
import { resolveModel } from '../routing/resolve-model.js'
import { requiredBody } from './converse.js'
import type { OperationHandler } from './operation.js'

/** The settings of a session that a secret can hold. All others are set by `session.update` over the connection. */
const known = new Set(['type', 'model'])
const usualSeconds = 600

/** `POST /v1/realtime/client_secrets`: a credential for browsers, which may know it because it ends soon. */
export const createRealtimeClientSecret: OperationHandler<'createRealtimeClientSecret'> = (request, { platform, relay, routing }) => {
  const { json } = requiredBody(request)
  const session = objectOf(json['session']) ?? {}
  for (const name of Object.keys(session))
    if (!known.has(name) && session[name] !== null)
      throw refuse(
        `/session/${name}`,
        `/session/${name}: a client secret carries no settings; send them as session.update when the connection is open.`,
      )
  const model = textOf(session['model'])
  request.record.asks('realtime', model)
  if (model !== undefined) resolveModel(routing, request.caller, model)
  const seconds = objectOf(json['expires_after'])?.['seconds']
  const expiresAt = Math.floor(relay.now() / 1000) + (typeof seconds === 'number' ? seconds : usualSeconds)
  const value = writeClientSecret(defined({ tokenId: request.caller.id, model, until: expiresAt * 1000 }), platform.secretKey)
  if (value === undefined)
    throw new GatewayFailure({
      kind: 'invalid_request',
      message: 'The name of the model is too long for a client secret.',
      param: '/session/model',
    })
  const type = session['type'] === 'transcription' ? 'transcription' : 'realtime'
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      value,
      expires_at: expiresAt,
      session: defined({ id: relay.newId('sess_'), object: 'realtime.session', type, model, expires_at: 0 }),
    },
  }
}
