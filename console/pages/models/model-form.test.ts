import type { PlatformModel } from '../../../generated/platform/model/index.js'
import { changesOf, emptyForm, formOf, readForm, type ModelForm } from './model-form.js'

const target = { id: 0, provider: 'openai', model: ' gpt-x ', weight: '' }
const form: ModelForm = { ...emptyForm, name: 'fast', targets: [target] }

test('a model', () => {
  const price = { ...form.price, input_per_million_usd: '$3', output_per_million_usd: '15.00' }
  const filled: ModelForm = {
    ...form,
    aliases: 'quick, small',
    price,
    maxOutput: '8192',
    contextWindow: ' 200000',
    modalities: ['text', 'image'],
    targets: [{ ...target, weight: '9' }],
  }
  expect(readForm(form)).toEqual({ body: { name: 'fast', targets: [{ provider: 'openai', model: 'gpt-x' }] } })
  expect(readForm(filled)).toEqual({
    body: {
      name: 'fast',
      aliases: ['quick', 'small'],
      targets: [{ provider: 'openai', model: 'gpt-x', weight: 9 }],
      price: { input_per_million_usd: '3', output_per_million_usd: '15.00' },
      max_output_tokens: 8192,
      context_window: 200_000,
      modalities: ['text', 'image'],
    },
  })
})

test.each<[string, ModelForm, string]>([
  ['no name', { ...form, name: ' ' }, 'name'],
  ['no target', { ...form, targets: [] }, 'targets'],
  ['a target without a provider', { ...form, targets: [{ ...target, provider: '' }] }, 'targets'],
  ['a weight that is none', { ...form, targets: [{ ...target, weight: 'much' }] }, 'targets'],
  ['a price below 0', { ...form, price: { ...form.price, output_per_million_usd: '-1' } }, 'output_per_million_usd'],
  ['no number of tokens', { ...form, maxOutput: '1.5' }, 'maxOutput'],
  ['a context of nothing', { ...form, contextWindow: '0' }, 'contextWindow'],
])('%s is told at its field', (_name, wrong, field) => {
  expect(readForm(wrong)).toEqual({ errors: { [field]: expect.any(String) } })
})

const model: PlatformModel = {
  ...{
    name: 'fast',
    managed_by: 'api',
    place: null,
    version: '1',
    aliases: ['quick'],
    max_output_tokens: null,
    context_window: null,
    modalities: null,
    created_at: null,
    problem: null,
  },
  targets: [{ provider: 'openai', model: 'gpt-x', weight: 1, price: { request_usd: '0.01' }, breaker: 'closed' }],
  price: { input_per_million_usd: '3', image_usd: '0.04' },
}

test('only what was changed is sent; settings without a field stay', () => {
  const edited = formOf(model)
  const same = readForm(edited, model)
  expect('body' in same && changesOf(model, same.body)).toEqual({})
  const changed: ModelForm = {
    ...{ ...edited, aliases: '', targets: [...edited.targets, { ...target, id: 1, provider: 'backup' }] },
    price: { ...edited.price, input_per_million_usd: '', output_per_million_usd: '4' },
  }
  const read = readForm(changed, model)
  expect('body' in read && changesOf(model, read.body)).toEqual({
    aliases: null,
    targets: [
      { provider: 'openai', model: 'gpt-x', weight: 1, price: { request_usd: '0.01' } },
      { provider: 'backup', model: 'gpt-x' },
    ],
    price: { image_usd: '0.04', output_per_million_usd: '4' },
  })
})

test('what a model takes and how much can be changed and taken away', () => {
  const known: PlatformModel = { ...model, context_window: 200_000, modalities: ['text', 'image'] }
  const edited = formOf(known)
  expect(edited).toMatchObject({ contextWindow: '200000', modalities: ['text', 'image'] })
  const less = readForm({ ...edited, contextWindow: '100000', modalities: [] }, known)
  expect('body' in less && changesOf(known, less.body)).toEqual({ context_window: 100_000, modalities: null })
})
