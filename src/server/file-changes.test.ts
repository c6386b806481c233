import { loadConfiguration } from '../config/load.js'
import type { Configuration } from '../config/configuration.js'
import { fileChanges } from './file-changes.js'
import { changesOf } from './reload.js'

const plain = loadConfiguration({ env: {}, cwd: '/nowhere', checkOnly: true })
const file = '/etc/anywire/anywire.yaml'

function changesBetween(before: Partial<Configuration>, after: Partial<Configuration>) {
  const [old, now] = [
    { ...plain, file, ...before },
    { ...plain, file, ...after },
  ]
  const report = {
    tokens: changesOf(old.tokens, now.tokens),
    providers: changesOf(old.providers, now.providers),
    models: changesOf(old.models, now.models),
    settings: [],
    atNextStart: [],
  }
  return fileChanges(old, now, report, 7)
}

test('what reading the file again has changed, without keys and places', () => {
  const token = { name: 'ci', key: 'sk-first-of-a-token', place: 'anywire.yaml:1:1' }
  const provider = { name: 'p', kind: 'openai', headers: {}, settings: {}, api_key: 'sk-of-a-provider-aaaa' }
  const changes = changesBetween(
    { tokens: [token], providers: [provider] },
    {
      tokens: [{ ...token, key: 'sk-second-of-a-token', place: 'anywire.yaml:2:2', max_concurrent: 3 }],
      providers: [{ ...provider, api_key: 'sk-of-a-provider-bbbb', connection: { ca: 'PEM' } }],
      models: [{ name: 'm', aliases: [], targets: [{ provider: 'p', model: 'x' }] }],
    },
  )
  const actor = { kind: 'file', name: 'anywire.yaml' }
  expect(changes).toEqual([
    {
      ...{ at: 7, actor, action: 'change', object: 'token', name: 'ci' },
      members: [
        { member: '/key', before: '…', after: '…' },
        { member: '/max_concurrent', before: null, after: 3 },
      ],
    },
    {
      ...{ at: 7, actor, action: 'change', object: 'provider', name: 'p' },
      members: [{ member: '/api_key', before: '…aaaa', after: '…bbbb' }],
    },
    {
      ...{ at: 7, actor, action: 'create', object: 'model', name: 'm' },
      members: [
        { member: '/aliases', before: null, after: [] },
        { member: '/targets', before: null, after: [{ provider: 'p', model: 'x' }] },
      ],
    },
  ])
})
