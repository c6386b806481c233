import type { RunningGateway } from '../../src/server/start.js'
import { styles } from './client-styles.js'
import { FakeUpstream, gatewayFor, kinds, type Kind } from './gateway.js'
import { ToolLoop } from './tool-loop.js'
import { plainReply, proving, refusal, streamedReply, type Thought } from './thinking-upstream.js'

let upstream: FakeUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

let serial = 0

/** Thoughts that are told apart in any form; every proof is base64, as Gemini wants it. */
function thoughtOf(kind: Kind, step: number): Thought {
  serial += 1
  const proof = proving.includes(kind) ? Buffer.from(`proof of ${kind} ${serial}`).toString('base64') : ''
  return { text: `Thought ${step} of ${kind}.`, proof, callId: `call_${step}_${serial}`, city: `City${step}` }
}

interface Step {
  readonly kind: Kind
  readonly thought: Thought
}

/** Asks the next turn of one provider, which refuses what real ones refuse. Gives what it got. */
async function turn(
  loop: ToolLoop,
  kind: Kind,
  stream: boolean,
  before: readonly Step[],
  step: number,
): Promise<{ body: string; thought: Thought }> {
  const thought = thoughtOf(kind, step)
  const own = before.filter((each) => each.kind === kind).map((each) => each.thought.proof)
  const foreign = before.filter((each) => each.kind !== kind).map((each) => each.thought.proof)
  let refused: string | undefined
  upstream.reply = (call, response) => {
    refused = refusal(kind, call.body.toString(), own, foreign)
    if (refused !== undefined) response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"refused"}}')
    else if (stream) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(streamedReply(kind, thought))
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(plainReply(kind, thought)))
  }
  const { path, headers, body } = loop.ask(kind, stream)
  const reply = await fetch(gateway.address + path, { method: 'POST', headers, body })
  const text = await reply.text()
  expect({ refused, status: reply.status }).toEqual({ refused: undefined, status: 200 })
  loop.answer(text, stream, `Sunny ${step}.`)
  return { body: upstream.calls.at(-1)?.body.toString() ?? '', thought }
}

const cases = styles.flatMap((style) =>
  kinds.flatMap((kind) => [false, true].map((stream) => [style, kind, stream ? 'streamed' : 'plain'] as const)),
)

describe.each(cases)('%s, thinking by %s, %s', (style, kind, mode) => {
  const stream = mode === 'streamed'

  test('the reasoning goes back to its own kind with its proof', async () => {
    const loop = new ToolLoop(style)
    const first = await turn(loop, kind, stream, [], 1)
    const second = await turn(loop, kind, stream, [{ kind, thought: first.thought }], 2)
    expect(second.body).toContain('Sunny 1.')
    if (proving.includes(kind)) expect(second.body).toContain(first.thought.proof)
  })

  test.each(kinds.filter((other) => other !== kind))(
    'a switch to %s and back is never refused, and no proof is sent to another provider',
    async (other) => {
      const loop = new ToolLoop(style)
      const steps: Step[] = []
      for (const [index, next] of [kind, other, kind, other].entries()) {
        const { body, thought } = await turn(loop, next, stream, steps, index + 1)
        // Calls and results go everywhere, proofs home.
        for (const [number, step] of steps.entries()) {
          expect(body).toContain(`City${number + 1}`)
          expect(body).toContain(`Sunny ${number + 1}.`)
          if (step.kind === next && step.thought.proof !== '') expect(body).toContain(step.thought.proof)
        }
        steps.push({ kind: next, thought })
      }
    },
  )
})
