import { createHmac } from 'node:crypto'

/** What is signed. */
export interface SignedMessage {
  readonly id: string
  /** Seconds since the epoch. */
  readonly timestamp: number
  readonly body: string
}

/** The headers of a message, as Standard Webhooks has them (standardwebhooks.com). `secret`: `whsec_` and the key in base64. */
export function signedHeaders({ id, timestamp, body }: SignedMessage, secret: string): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
