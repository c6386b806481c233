import { LossLedger } from '../exchange/ledger.js'
import { GatewayFailure } from '../exchange/error.js'
import type { MediaCodec, MediaPlan, MediaReply, MediaTarget, TranslationPlan } from './media.js'
import type { MediaFormat } from '../exchange/media-task.js'
import type { WireObject } from '../dialects/dialect.js'

/** A target for tests, with a ledger of its own. */
export function targetFor(format: MediaFormat | undefined, dialect?: MediaTarget['dialect']): MediaTarget {
  return {
    model: 'up-model',
    asked: 'alias',
    format,
    dialect,
    ledger: new LossLedger(),
    mostRequests: 128,
    newId: (prefix) => `${prefix}1`,
    now: 1750000000,
  }
}

/** The plan for a request, the bodies for the upstream and the losses. */
export function translated(
  codec: MediaCodec,
  request: WireObject,
  format: MediaFormat,
): { plan: TranslationPlan; bodies: readonly WireObject[]; losses: string[] } {
  const target = targetFor(format)
  const plan = codec.plan(request, target)
  if (plan.type !== 'translation') throw new Error(`expected a translation, got ${plan.type}`)
  return { plan, bodies: plan.requests.map(({ body }) => body), losses: lossesOf(target) }
}

export function lossesOf(target: MediaTarget): string[] {
  return target.ledger.losses.filter(({ action }) => action !== 'moved').map(({ action, at }) => `${action} ${at}`)
}

/** The client's reply to a request whose upstream answers so. */
export function answered(codec: MediaCodec, request: WireObject, format: MediaFormat, ...replies: readonly unknown[]): MediaReply {
  return translated(codec, request, format).plan.encodeReply(replies)
}

/** The field that a refusal names. */
export function refusalOf(run: () => MediaPlan | MediaReply): string | undefined {
  try {
    run()
  } catch (failure) {
    if (failure instanceof GatewayFailure) return failure.error.kind === 'invalid_request' ? failure.error.param : failure.error.kind
    throw failure
  }
  return 'no refusal'
}
