import { nearestEffort, openaiModel, acceptsSampling } from './openai-models.js'

describe('what a model of OpenAI accepts', () => {
  /** The model, the efforts sent for `none` and `max`, sampling without an effort, tools with an effort in chat completions, output limit. */
  const cases: [string, ...unknown[]][] = [
    ['gpt-4o-mini', undefined, undefined, true, true, 16_384],
    ['gpt-4.1', undefined, undefined, true, true, 32_768],
    ['o3-mini-2025-01-31', 'low', 'high', false, true, 100_000],
    ['ft:o4-mini-2025-04-16:acme', 'low', 'high', false, true, 100_000],
    ['gpt-5-mini', 'minimal', 'high', false, true, 128_000],
    ['gpt-5-chat-latest', undefined, undefined, true, true, 16_384],
    ['gpt-5.1', 'none', 'high', true, true, 128_000],
    ['gpt-5.2-2025-12-11', 'none', 'xhigh', true, false, 128_000],
    ['gpt-5.4', 'none', 'xhigh', true, false, 128_000],
    ['gpt-5.3-codex', 'low', 'xhigh', false, true, 128_000],
    ['gpt-5.5', 'none', 'xhigh', false, false, 128_000],
    ['gpt-5.6-terra', 'none', 'max', false, false, 128_000],
    ['gpt-6', 'low', 'max', false, true, 128_000],
  ]
  test.each(cases)('%s', (name, ...facts) => {
    const model = openaiModel(name)
    if (model === undefined) throw new Error('is not known')
    expect([
      nearestEffort(model, 'none'),
      nearestEffort(model, 'max'),
      acceptsSampling(model, undefined),
      model.chatToolsBesideEffort,
      model.maxOutputTokens,
    ]).toEqual(facts)
  })

  test.each(['openai/gpt-5', 'gpt-oss-120b', 'up-model', 'o5'])('%s is not known', (name) => expect(openaiModel(name)).toBeUndefined())
})
