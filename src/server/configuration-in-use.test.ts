import { loadConfiguration } from '../config/load.js'
import type { Configuration } from '../config/configuration.js'
import { Breakers } from '../routing/breakers.js'
import { completeProvider } from '../config/complete.js'
import { ConfigurationInUse } from './configuration-in-use.js'

const plain = loadConfiguration({ env: {}, cwd: '/nowhere', checkOnly: true })

function withKeys(keys: Readonly<Record<string, string>>): Configuration {
  const providers = Object.entries(keys).map(([name, api_key]) =>
    completeProvider({ name, kind: 'openai', base_url: `http://${name}.example/v1`, api_key }),
  )
  const targets = providers.map(({ name }) => ({ provider: name, model: 'x' }))
  return { ...plain, providers, models: [{ name: 'm', aliases: [], targets }] }
}

function inUse(first: Configuration) {
  let now = 0
  const breakers = new Breakers(plain.breaker, () => now)
  const configuration = new ConfigurationInUse(first, { now: () => now, random: () => 0, breakers })
  return {
    configuration,
    breakers,
    wait: (milliseconds: number): void => {
      now += milliseconds
    },
  }
}

test('the log hides the secrets of now, and those of before as long as requests may still have them', () => {
  const { configuration, wait } = inUse(withKeys({ one: 'sk-first-canary' }))
  configuration.take(withKeys({ one: 'sk-second-canary' }))
  for (const key of ['sk-first-canary', 'sk-second-canary']) expect(configuration.clean(`key ${key}`)).not.toContain('canary')
  wait(plain.timeouts.stream_total_ms + 1)
  expect(configuration.clean('key sk-first-canary')).toContain('canary')
  expect(configuration.clean('key sk-second-canary')).not.toContain('canary')
})

test('a provider that did not change stays the same object with its breakers; one that did begins anew', () => {
  const { configuration, breakers } = inUse(withKeys({ one: 'sk-one-key', two: 'sk-two-key' }))
  const before = configuration.routing
  for (const target of before.targets) for (let failures = 0; failures < 5; failures++) breakers.of(target).fail(0, false)
  configuration.take(withKeys({ one: 'sk-one-key', two: 'sk-another-key' }))
  const after = configuration.routing
  expect([after.provider('one') === before.provider('one'), after.provider('two') === before.provider('two')]).toEqual([true, false])
  expect(after.targets.map((target) => breakers.state(target))).toEqual(['open', 'closed'])
  expect(after.models[0]?.created).toBe(before.models[0]?.created)
})
