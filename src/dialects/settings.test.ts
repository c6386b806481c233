import fc from 'fast-check'
import { GatewayFailure } from '../exchange/error.js'
import { LossLedger } from '../exchange/ledger.js'
import type { Located } from '../exchange/located.js'
import type { ConversationRequest, ReasoningSettings, Settings } from '../exchange/request.js'
import { upstreamDialects } from './registry.js'

/** A value of each setting that is not the default of any dialect. */
const values: { readonly [Name in keyof Settings]-?: NonNullable<Settings[Name]>['value'] } = {
  maxOutputTokens: 1234,
  temperature: 0.5,
  topP: 0.25,
  topK: 7,
  stopSequences: ['stop here'],
  seed: 11,
  presencePenalty: 0.5,
  frequencyPenalty: 0.5,
  logitBias: { '50256': -100 },
  choiceCount: 2,
  logprobs: true,
  topLogprobs: 3,
  user: 'a user',
  metadata: { order: '17' },
  serviceTier: 'flex',
  verbosity: 'low',
  promptCacheKey: 'key',
  store: true,
  modalities: ['text', 'audio'],
  audio: { voice: 'Kore', format: 'wav' },
  streamUsage: true,
}

const reasoningValues: { readonly [Name in keyof ReasoningSettings]-?: NonNullable<ReasoningSettings[Name]>['value'] } = {
  effort: 'high',
  budgetTokens: 2000,
  mode: 'enabled',
  summary: 'detailed',
  encrypted: true,
}

const dialects = Object.values(upstreamDialects)

function encode(dialect: (typeof dialects)[number], settings: object, reasoning: object): { wire: string; recorded: string[] } {
  const ledger = new LossLedger()
  const conversation: ConversationRequest = {
    dialect: 'chat-completions',
    model: 'alias',
    stream: true,
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hello.', at: '/t' }], at: '/u' }],
    tools: [],
    settings,
    reasoning,
  }
  const wire = dialect.encodeRequest(conversation, {
    model: 'upstream-model',
    defaultMaxOutputTokens: 4096,
    traits: {},
    ledger,
    newId: (prefix) => `${prefix}1`,
  })
  return { wire: JSON.stringify(wire), recorded: ledger.losses.map(({ at }) => at) }
}

const located = (members: Readonly<Record<string, unknown>>): Record<string, Located<unknown>> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { value, at: `/${name}` }]))

/** Names that a setting may get in the future. */
const invented = fc
  .stringMatching(/^[a-z][A-Za-z]{2,12}$/)
  .filter((name) => !(name in values) && !(name in reasoningValues) && !(name in Object.prototype))

describe.each(dialects.map((dialect) => [dialect.name, dialect] as const))('%s', (_name, dialect) => {
  test('a setting that the encoder does not know is recorded as dropped', () => {
    fc.assert(
      fc.property(invented, fc.jsonValue(), fc.subarray(['temperature', 'topP', 'seed', 'user'] as const), (name, value, others) => {
        const known = Object.fromEntries(others.map((other) => [other, values[other]]))
        expect(encode(dialect, located({ [name]: value, ...known }), {}).recorded).toContain(`/${name}`)
        expect(encode(dialect, {}, located({ [name]: value, effort: 'low' })).recorded).toContain(`/${name}`)
      }),
      { numRuns: 50 },
    )
  })

  test.each(Object.entries(values))('%s is sent, recorded or refused', (name, value) => {
    // `topLogprobs` has no meaning without `logprobs`, and `audio` has none without the modality.
    const beside = name === 'topLogprobs' ? { logprobs: true } : name === 'audio' ? { modalities: ['audio'] } : {}
    const attempt = (settings: object): ReturnType<typeof encode> | string => {
      try {
        return encode(dialect, located({ ...settings }), {})
      } catch (failure) {
        if (failure instanceof GatewayFailure) return failure.error.param ?? ''
        throw failure
      }
    }
    const [without, got] = [attempt(beside), attempt({ ...beside, [name]: value })]
    if (typeof got === 'string') expect([`/${name}`, ...Object.keys(beside).map((other) => `/${other}`)]).toContain(got)
    else if (typeof without === 'string' || got.wire === without.wire) expect(got.recorded).toContain(`/${name}`)
  })

  test.each(Object.entries(reasoningValues))('reasoning.%s is sent or recorded', (name, value) => {
    const beside = name === 'summary' ? { effort: 'high' } : {}
    const [without, got] = [encode(dialect, {}, located(beside)), encode(dialect, {}, located({ ...beside, [name]: value }))]
    if (got.wire === without.wire) expect(got.recorded).toContain(`/${name}`)
  })
})
