import { loadConfiguration } from '../config/load.js'
import { effectiveConfiguration } from './effective.js'

const plain = loadConfiguration({ env: {}, cwd: '/nowhere', checkOnly: true })
const provider = (name: string, more: object = {}) => ({ name, kind: 'openai', headers: {}, settings: {}, ...more })
const model = (name: string, aliases: readonly string[] = []) => ({ name, aliases, targets: [{ provider: 'p', model: name }] })
const file = { ...plain, providers: [provider('p')], models: [model('m', ['short'])] }

test('without stored entries the file is all there is', () => {
  expect(effectiveConfiguration(file, { providers: [], models: [] })).toBe(file)
})

test("a name of the file is the file's, an alias too; the rest of a stored entry stays", () => {
  const stored = {
    providers: [provider('p', { api_key: 'stored' }), provider('q')],
    models: [model('m'), model('short'), model('own', ['m', 'mine'])],
  }
  const { providers, models } = effectiveConfiguration(file, stored)
  expect(providers).toEqual([provider('p'), provider('q')])
  expect(models).toEqual([model('m', ['short']), model('own', ['mine'])])
})
