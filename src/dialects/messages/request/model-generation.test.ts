import { newestEffort, thinkingForm } from './model-generation.js'

describe('the form of thinking that a model takes', () => {
  const cases: [string, string, boolean][] = [
    ['claude-3-7-sonnet-latest', 'budget', false],
    ['claude-sonnet-4-20250514', 'budget', false],
    ['claude-opus-4-1', 'budget', false],
    ['claude-haiku-4-5-20251001', 'budget', false],
    ['claude-opus-4-6', 'either', false],
    ['claude-opus-4-7', 'adaptive', true],
    ['anthropic/claude-sonnet-5', 'adaptive', true],
    ['claude-opus-5-5', 'adaptive', true],
    ['glm-5', 'either', false],
  ]
  test.each(cases)('%s', (model, form, effort) => expect([thinkingForm(model), newestEffort(model)]).toEqual([form, effort]))
})
