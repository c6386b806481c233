import { loadConfiguration } from '../config/index.js'
import { placeOf } from '../operations/kept-objects.js'
import { openStore } from '../store/store.js'
import { keptObjects } from './kept-objects.js'

test('a database in memory keeps megabytes of conversations and stored completions', async () => {
  const store = await openStore({ kind: 'memory' })
  try {
    const configuration = loadConfiguration({ env: {}, cwd: '/nowhere', checkOnly: true })
    const objects = keptObjects({ ...configuration, database: { kind: 'memory' } }, { store, now: Date.now, onTrouble: () => undefined })
    const place = placeOf('ada', 'chat-completion')
    const ids = Array.from({ length: 10 }, (_, index) => `chatcmpl-${index}`)
    for (const id of ids) await objects.add(place, [{ id, value: { text: 'x'.repeat(200_000) } }])
    const found = await Promise.all(ids.map((id) => objects.find(place, id)))
    expect(found.map((object) => object?.id)).toEqual(ids)
  } finally {
    await store.close()
  }
})
