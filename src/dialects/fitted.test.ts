// Requests are changed to what each dialect's providers accept, and the changes are undone in their replies.
import { readFileSync } from 'node:fs'
import type { DecodeContext } from '../exchange/context.js'
import { ToolNames } from '../exchange/fitting/tool-names.js'
import { LossLedger } from '../exchange/ledger.js'
import type { ConversationRequest } from '../exchange/request.js'
import type { UpstreamHalf } from './dialect.js'
import { upstreamDialects } from './registry.js'

const dialects = Object.values(upstreamDialects).map((dialect) => [dialect.name, dialect] as const)
const newId = (prefix: string): string => `${prefix}1`

function encode(dialect: UpstreamHalf, members: Partial<ConversationRequest>): { wire: string; ledger: LossLedger } {
  const ledger = new LossLedger()
  const conversation: ConversationRequest = {
    dialect: 'chat-completions',
    model: 'alias',
    stream: false,
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hello.', at: '/t' }], at: '/u' }],
    tools: [],
    settings: {},
    ...members,
  }
  const wire = dialect.encodeRequest(conversation, { model: 'm', defaultMaxOutputTokens: 4096, traits: {}, ledger, newId })
  return { wire: JSON.stringify(wire), ledger }
}

describe('a tool with a name that no provider accepts', () => {
  const name = '7 weathers: of/the world, in all of its many seasons and for each of its many, many places'
  const request: Partial<ConversationRequest> = {
    tools: [{ type: 'function', name, parameters: { type: 'object', properties: {} }, at: '/tools/0' }],
    toolChoice: { value: { type: 'tool', name, kind: 'function' }, at: '/tool_choice' },
    turns: [
      { role: 'user', parts: [{ type: 'text', text: 'Weather?', at: '/t' }], at: '/u' },
      { role: 'assistant', parts: [{ type: 'tool-call', id: 'call_1', name, kind: 'function', input: '{}', at: '/c' }], at: '/a' },
      {
        role: 'user',
        parts: [
          { type: 'tool-result', callId: 'call_1', kind: 'function', content: [{ type: 'text', text: 'Rain.', at: '/r' }], at: '/r' },
        ],
        at: '/r',
      },
    ],
  }
  const context: DecodeContext = {
    newId,
    traits: {},
    ledger: new LossLedger(),
    request: { dialect: 'chat-completions', model: 'm', stream: true, turns: [], tools: [], settings: {}, ...request },
  }

  test.each(dialects)('%s: is declared, chosen and called under an accepted name, which the ledger records', (_name, dialect) => {
    const { wire, ledger } = encode(dialect, request)
    const fitted = new ToolNames(dialect.facts.accepts.toolNames, []).fitted(name)
    expect(fitted).toMatch(dialect.facts.accepts.toolNames.pattern)
    expect(wire.split(`"${fitted}"`).length).toBeGreaterThan(2)
    expect(wire).not.toContain(JSON.stringify(name))
    expect(ledger.losses).toContainEqual(expect.objectContaining({ at: '/tools/0', action: 'moved' }))
  })

  test.each(dialects)('%s: has its original name in replies', (dialectName, dialect) => {
    const fitted = new ToolNames(dialect.facts.accepts.toolNames, []).fitted(name)
    const fixture = (file: string): string =>
      readFileSync(new URL(`${dialectName}/fixtures/replies/${file}`, import.meta.url), 'utf8').replaceAll('"weather"', `"${fitted}"`)
    const reply = dialect.decodeReply(JSON.parse(fixture('tool-call.json')), context)
    expect(reply.choices[0]?.parts).toContainEqual(expect.objectContaining({ type: 'tool-call', name }))
    const decoder = dialect.createStreamDecoder(context)
    const parts = [...fixture('tool-call-stream.sse').matchAll(/(?:event: (.*)\n)?data: (.*)\n\n/g)].flatMap(([, event, data = '']) =>
      decoder.push(event === undefined ? { data } : { event, data }),
    )
    expect(parts).toContainEqual(expect.objectContaining({ type: 'tool-call-start', name }))
  })
})
