import { GatewayFailure } from '../../exchange/error.js'
import { ChangedMeanwhile } from '../../store/changed-meanwhile.js'

/** Waits for work with the database. Refusals pass; any other error becomes a 503 without details for the client. */
export async function fromDatabase<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ChangedMeanwhile || error instanceof GatewayFailure) throw error
    throw new GatewayFailure({
      kind: 'overloaded',
      message: 'The database cannot be used now. Try again in 1s.',
      retryAfterSeconds: 1,
      ...(error instanceof Error ? { detail: error.message } : {}),
    })
  }
}
