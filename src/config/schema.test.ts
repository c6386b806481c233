import { readFileSync } from 'node:fs'
import { configurationSchema } from './schema.js'

test('anywire.schema.json, which editors read, is the schema that the start checks with (`make generate` writes it)', () => {
  const published: unknown = JSON.parse(readFileSync(new URL('../../anywire.schema.json', import.meta.url), 'utf8'))
  expect(published).toEqual(JSON.parse(JSON.stringify(configurationSchema())))
})
