// The collections for Postman and Bruno: each is of its program's format, and every request in it has an answer.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Ajv, type AnySchemaObject } from 'ajv'
import { Program } from '../program.js'

interface Pair {
  readonly key: string
  readonly value: string
}
interface Auth {
  readonly type: string
  readonly bearer?: readonly Pair[]
}
interface Request {
  readonly method: string
  readonly auth?: Auth
  readonly header: readonly Pair[]
  readonly url: { readonly raw: string }
  readonly body?: { readonly raw?: string; readonly formdata?: readonly (Pair & { readonly type: string })[] }
}
interface Postman {
  readonly auth: Auth
  readonly variable: readonly Pair[]
  readonly item: readonly { readonly name: string; readonly item: readonly { readonly name: string; readonly request: Request }[] }[]
}
interface Bruno {
  readonly environments: readonly {
    readonly name: string
    readonly variables: readonly { readonly name: string; readonly value: string }[]
  }[]
  readonly items: readonly {
    readonly name: string
    readonly items: readonly {
      readonly request: { readonly method: string; readonly url: string; readonly body: { readonly json?: string } }
    }[]
  }[]
}

let mock: Program
let postman: Postman
let bruno: Bruno
beforeAll(async () => {
  mock = await Program.startIn(tmpdir(), { words: ['mock', '--port', '0'] })
  const read = async (path: string): Promise<unknown> => (await fetch(mock.address + path)).json()
  postman = (await read('/openapi/postman.json')) as Postman
  bruno = (await read('/openapi/bruno.json')) as Bruno
}, 60_000)
afterAll(async () => {
  await mock.stop()
})

test('the Postman collection is valid by the schema of Postman', () => {
  const schema = JSON.parse(readFileSync(fileURLToPath(new URL('postman-schema/schema.json', import.meta.url)), 'utf8')) as AnySchemaObject
  const validate = new Ajv({ strict: false }).compile(schema)
  const valid = validate(postman)
  expect([valid, validate.errors]).toEqual([true, null])
})

test('the address is that of the gateway, in a variable of each', () => {
  expect(postman.variable.find(({ key }) => key === 'base_url')?.value).toBe(mock.address)
  expect(bruno.environments[0]?.variables.find(({ name }) => name === 'base_url')?.value).toBe(mock.address)
})

test('both have the same requests', () => {
  const ofPostman = postman.item.flatMap(({ item }) =>
    item.map(({ request: { method, url, body } }) => `${method} ${url.raw} ${body?.raw ?? ''}`),
  )
  const ofBruno = bruno.items.flatMap(({ items }) =>
    items.map(({ request: { method, url, body } }) => `${method} ${url} ${body.json ?? ''}`),
  )
  expect(ofBruno).toEqual(ofPostman)
  expect(ofPostman.length).toBeGreaterThan(90)
})

test('every request of the collection is answered, with the values of its variables', async () => {
  const values = new Map([...postman.variable.map(({ key, value }) => [key, value] as const), ['token', 'any'], ['admin_key', 'any']])
  const filled = (text: string): string => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values.get(name) ?? '')
  const refused: string[] = []
  for (const { name: folder, item } of postman.item)
    for (const { name, request } of item) {
      const { bearer = [] } = request.auth ?? postman.auth
      const headers = new Headers(request.header.map(({ key, value }): [string, string] => [key, filled(value)]))
      for (const { value } of bearer) headers.set('authorization', `Bearer ${filled(value)}`)
      const body = bodyOf(request, filled)
      const reply = await fetch(filled(request.url.raw), { method: request.method, headers, ...(body === undefined ? {} : { body }) })
      await reply.arrayBuffer()
      if (!reply.ok) refused.push(`${folder}: ${name}: ${reply.status}`)
    }
  expect(refused).toEqual([])
}, 60_000)

/** With some file where the user chooses one. */
function bodyOf({ body }: Request, filled: (text: string) => string): string | FormData | undefined {
  if (body?.formdata === undefined) return body?.raw === undefined ? undefined : filled(body.raw)
  const form = new FormData()
  for (const { key, value, type } of body.formdata) form.append(key, type === 'text' ? filled(value) : new File(['some bytes'], 'file.bin'))
  return form
}
