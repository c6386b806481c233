import { createHash } from 'node:crypto'
import type { RunningGateway } from '../../src/server/start.js'
import { styles, type Style } from './client-styles.js'
import { FakeUpstream, gatewayFor, kinds, type Kind } from './gateway.js'
import { ToolLoop } from './tool-loop.js'
import { plainReply, proving, streamedReply, type Thought } from './thinking-upstream.js'

// A coding agent of each style works for twenty turns in front of each kind of provider, all of which cache prompts by their beginning.

const turns = 20
const blockLength = 64
const manual = 'You work in a repository. Read before you write, run the tests, and say what you did. '.repeat(40)

type Wire = Readonly<Record<string, unknown>>

/** Converse is asked plainly: its streams are binary. */
type Provider = Kind | 'converse'

/** The members that make the prompt, in the order in which each kind of provider puts them together. */
const promptMembers: Readonly<Record<Provider, readonly string[]>> = {
  openai: ['tools', 'messages'],
  responses: ['tools', 'instructions', 'input'],
  anthropic: ['tools', 'system', 'messages'],
  gemini: ['tools', 'systemInstruction', 'contents'],
  cohere: ['tools', 'documents', 'messages'],
  converse: ['toolConfig', 'system', 'messages'],
}

function promptOf(kind: Provider, body: Buffer): string {
  const wire = JSON.parse(body.toString()) as Wire
  return promptMembers[kind].map((name) => JSON.stringify(wire[name] ?? null)).join('')
}

/** Remembers prompts as providers do: by the hash of all that stands before the end of each block. */
class PrefixCache {
  readonly #known = new Set<string>()

  /** The number of characters of the prompt that are known; from now on all of them are. */
  read(prompt: string): number {
    const hash = createHash('sha256')
    let hit = 0
    for (let end = blockLength; end <= prompt.length; end += blockLength) {
      const key = hash
        .update(prompt.slice(end - blockLength, end))
        .copy()
        .digest('base64')
      if (this.#known.has(key)) hit = end
      this.#known.add(key)
    }
    return hit
  }
}

/** An agent with a line at the head of its instructions that is other in every request. */
function agentOf(style: Style): ToolLoop {
  let request = 0
  return new ToolLoop(style, () => [`x-anthropic-billing-header: cc_version=2.1.9; cc_entrypoint=cli; cch=${(request += 1)};`, manual])
}

let upstream: FakeUpstream
let gateway: RunningGateway
let converse: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream)
  converse = await gatewayFor(upstream, {
    providers: [{ name: 'bedrock', kind: 'bedrock', base_url: upstream.address, api_key: 'up-key' }],
    models: [{ name: 'm-converse', targets: [{ provider: 'bedrock', model: 'amazon.nova-lite-v1:0' }] }],
  })
})
afterAll(async () => {
  await gateway.stop()
  await converse.stop()
  await upstream.stop()
  process.stdout.write(`Hit rates of prompt caches over ${turns} turns:\n${rates.join('\n')}\n`)
})

const rates: string[] = []
/** The agent's own provider knows the line, and gets the client's bytes. */
const relayed: Readonly<Record<Style, Kind>> = {
  'chat-completions': 'openai',
  messages: 'anthropic',
  responses: 'responses',
  'generate-content': 'gemini',
}
const cases = styles.flatMap((style): [Style, Provider, string][] => [
  ...kinds
    .filter((kind) => relayed[style] !== kind)
    .flatMap((kind): [Style, Provider, string][] => [
      [style, kind, 'plain'],
      [style, kind, 'streamed'],
    ]),
  [style, 'converse', 'plain'],
])

function replyOf(kind: Provider, stream: boolean, thought: Thought): string {
  if (kind !== 'converse') return stream ? streamedReply(kind, thought) : JSON.stringify(plainReply(kind, thought))
  const call = { toolUseId: thought.callId, name: 'weather', input: { city: thought.city } }
  return JSON.stringify({
    output: { message: { role: 'assistant', content: [{ text: thought.text }, { toolUse: call }] } },
    stopReason: 'tool_use',
    usage: { inputTokens: 5, outputTokens: 7, totalTokens: 12 },
  })
}

test.each(cases)('%s in front of %s, %s: every turn finds the whole prompt of the turn before', async (style, kind, mode) => {
  const stream = mode === 'streamed'
  const agent = agentOf(style)
  const cache = new PrefixCache()
  let [known, all, before] = [0, 0, 0]
  for (let turn = 1; turn <= turns; turn += 1) {
    const proof = kind !== 'converse' && proving.includes(kind) ? Buffer.from(`proof ${turn}`).toString('base64') : ''
    const thought = { text: `Thought ${turn}.`, proof, callId: `call_${turn}`, city: `City${turn}` }
    upstream.reply = (_call, response) => {
      const type = stream ? 'text/event-stream' : 'application/json'
      response.writeHead(200, { 'content-type': type }).end(replyOf(kind, stream, thought))
    }
    const { path, headers, body } = agent.ask(kind, stream)
    const reply = await fetch((kind === 'converse' ? converse : gateway).address + path, { method: 'POST', headers, body })
    const text = await reply.text()
    expect([reply.status, text]).toEqual([200, text])
    agent.answer(text, stream, `Sunny ${turn}, and the rest of a file that the agent read. `.repeat(3))
    const prompt = promptOf(kind, upstream.calls.at(-1)?.body ?? Buffer.alloc(0))
    const hit = cache.read(prompt)
    // What ends the list of turns, and the block that it stands in, are other when the list has grown.
    expect(hit).toBeGreaterThanOrEqual(before - 2 * blockLength)
    if (turn > 1) [known, all] = [known + hit, all + prompt.length]
    before = prompt.length
  }
  const rate = known / all
  rates.push(`${style.padEnd(17)} ${kind.padEnd(10)} ${mode.padEnd(9)} ${(100 * rate).toFixed(1)} %`)
  expect(rate).toBeGreaterThan(0.9)
})
