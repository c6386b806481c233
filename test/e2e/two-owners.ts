import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningGateway } from '../../src/server/start.js'
import { gatewayFor, type FakeUpstream } from './gateway.js'
import type { Json } from './wire.js'

/** Two tokens of different owners, who must not see each other's objects. */
export const tokens = [
  { name: 'ada', key: 'sk-ada' },
  { name: 'bob', key: 'sk-bob' },
]

/** A provider's reply with ids of objects at the provider, which are its asker's. */
export const ownedReply = (id: string) => ({
  id,
  object: 'response',
  status: 'completed',
  model: 'x',
  conversation: { id: 'conv_ada' },
  output: [
    { type: 'code_interpreter_call', id: 'ci_ada', container_id: 'cntr_ada', status: 'completed' },
    {
      type: 'message',
      id: 'msg_ada',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'ok', annotations: [] }],
    },
  ],
})

export interface Answer {
  readonly status: number
  readonly text: string
  /** `undefined` where the answer is no JSON object. */
  readonly body: Json
}

/** A gateway of two owners, and a request to it. */
export class TwoOwners {
  readonly #folder = mkdtempSync(join(tmpdir(), 'anywire-owners-'))
  #gateway: RunningGateway | undefined

  constructor(
    private readonly upstream: FakeUpstream,
    private readonly database: 'file' | 'memory' = 'file',
  ) {}

  get address(): string {
    return this.#gateway?.address ?? ''
  }

  async start(): Promise<void> {
    const database = this.database === 'memory' ? 'memory' : `file:${join(this.#folder, 'anywire.db')}`
    this.#gateway = await gatewayFor(this.upstream, { tokens, secret_key: 'k'.repeat(32), database })
  }

  /** Stops the gateway, and starts another one with the same database. */
  async restart(): Promise<void> {
    await this.#gateway?.stop()
    await this.start()
  }

  async stop(): Promise<void> {
    await this.#gateway?.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** `key`: Ada's where it is left out. */
  call = async (method: string, path: string, body?: object, key = 'sk-ada'): Promise<Answer> => {
    const reply = await fetch(`${this.address}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
  }
}
