import { providerOf } from '../providers/kinds.js'
import type { ModelList } from '../config/list-models.js'
import { ProviderModels } from './provider-models.js'

const provider = providerOf({ name: 'p', kind: 'openai', headers: {}, settings: {} })

/** Answers are given one after the other, by the test. */
function scripted() {
  let now = 0
  const asked: ((list: ModelList) => void)[] = []
  const models = new ProviderModels({ ask: () => new Promise((resolve) => asked.push(resolve)), clock: () => now })
  return {
    models,
    asked,
    pass: (milliseconds: number): void => {
      now += milliseconds
    },
  }
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('those who ask first wait for one answer; it is good for five minutes, and then is what is given while another is fetched', async () => {
  const { models, asked, pass } = scripted()
  const both = [models.of(provider), models.of(provider)]
  asked[0]?.({ models: ['a'] })
  expect(await Promise.all(both)).toEqual([['a'], ['a']])
  pass(299_999)
  expect([await models.of(provider), asked.length]).toEqual([['a'], 1])
  pass(1)
  expect([await models.of(provider), await models.of(provider), asked.length]).toEqual([['a'], ['a'], 2])
  asked[1]?.({ models: ['b'] })
  await soon()
  expect([await models.of(provider), asked.length]).toEqual([['b'], 2])
})

test('a failure keeps the last good list and is tried again after half a minute', async () => {
  const { models, asked, pass } = scripted()
  const first = models.of(provider)
  asked[0]?.({ models: ['a'] })
  await first
  pass(300_000)
  await models.of(provider)
  asked[1]?.({ problem: 'no connection' })
  await soon()
  expect([await models.of(provider), asked.length]).toEqual([['a'], 2])
  pass(30_000)
  await models.of(provider)
  expect(asked.length).toBe(3)
})

test('where the first answer fails, nobody waits for the next ones', async () => {
  const { models, asked, pass } = scripted()
  const first = models.of(provider)
  asked[0]?.({ problem: 'no connection' })
  expect(await first).toEqual([])
  pass(30_000)
  expect([await models.of(provider), asked.length]).toEqual([[], 2])
})

test('a list has a bound', async () => {
  const { models, asked } = scripted()
  const list = models.of(provider)
  asked[0]?.({ models: Array.from({ length: 20_000 }, (_, index) => `m${index}`) })
  expect(await list).toHaveLength(10_000)
})
