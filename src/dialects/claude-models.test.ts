import { claudeModel } from './claude-models.js'

describe('what a Claude model accepts', () => {
  const cases: [string, ...unknown[]][] = [
    ['claude-3-haiku-20240307', 'any', true, 'budget', 'disabled', true, 4096],
    ['claude-3-5-sonnet-latest', 'any', true, 'budget', 'disabled', true, 8192],
    ['claude-3-7-sonnet-latest', 'any', true, 'budget', 'disabled', true, 64_000],
    ['claude-sonnet-4-20250514', 'any', true, 'budget', 'disabled', true, 64_000],
    ['claude-opus-4@20250514', 'any', true, 'budget', 'disabled', true, 32_000],
    ['claude-opus-4-1-20250805', 'one', true, 'budget', 'disabled', true, 32_000],
    ['claude-haiku-4-5-20251001', 'one', true, 'budget', 'disabled', true, 64_000],
    ['us.anthropic.claude-opus-4-6-v1:0', 'one', false, 'either', 'disabled', true, 128_000],
    ['claude-opus-4-7', 'default', false, 'adaptive', 'disabled', true, 128_000],
    ['anthropic/claude-4.7-opus', 'default', false, 'adaptive', 'disabled', true, 128_000],
    ['anthropic/claude-sonnet-5', 'default', false, 'adaptive', 'disabled', true, 128_000],
    ['claude-sonnet-5-5', 'default', false, 'adaptive', 'between_tools', false, 128_000],
    ['claude-opus-5-5', 'default', false, 'adaptive', 'impossible', false, 128_000],
    ['claude-fable-5', 'default', false, 'adaptive', 'impossible', true, 128_000],
    ['claude-fable-5-2', 'default', false, 'adaptive', 'impossible', false, 128_000],
  ]
  test.each(cases)('%s', (name, ...facts) => {
    const model = claudeModel(name)
    expect([model?.sampling, model?.prefill, model?.thinking, model?.thinkingOff, model?.forcedCalls, model?.maxOutputTokens]).toEqual(
      facts,
    )
  })

  test.each(['glm-5', 'up-model', 'claude-v2'])('%s is not known', (name) => expect(claudeModel(name)).toBeUndefined())
})
