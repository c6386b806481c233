import { isObject } from '../../src/json/object.js'
import { adminKey, token } from './gateway.js'
import { documentOf, examplesOf, operationsOf, resolved } from './documents.js'
import type { UpstreamKind } from './upstream.js'

/** A request with a JSON body that the contract shows. */
export interface ShownRequest {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly method: string
  readonly value: unknown
}

/** All of them, but those of the console, which take a session, each once: `test/e2e/console-*.test.ts`. */
export function shownRequests(): ShownRequest[] {
  const document = documentOf('gateway')
  const requests = operationsOf(document)
    .filter(({ path }) => !path.startsWith('/api/console/'))
    .flatMap(({ path, method, operation }) => {
      const content = resolved(document, resolved(document, resolved(document, operation['requestBody'])['content'])['application/json'])
      return examplesOf(document, content).map(({ name, value }) => ({ id: String(operation['operationId']), name, path, method, value }))
    })
  // The user who is disabled is needed by others.
  return requests.sort((first, second) => Number(first.name === 'disable') - Number(second.name === 'disable'))
}

/** The kind of upstream that speaks the style of a path, so that most questions need no translation. */
function homeOf(path: string): UpstreamKind {
  if (path.includes('{model}')) return 'gemini'
  if (path.startsWith('/v1/messages')) return 'anthropic'
  if (path.startsWith('/v1/responses')) return 'responses'
  return path.endsWith('/rerank') ? 'cohere' : 'openai'
}

/** The name of what an earlier example has made. */
function madeBefore(path: string): string {
  const [, , , list = ''] = path.split('/')
  return { tokens: 'ci', teams: 'research', users: 'ada', providers: 'backup', models: 'fast' }[list] ?? 'name'
}

export function headersOf(path: string): Record<string, string> {
  const credential: Record<string, string> = path.startsWith('/v1/messages')
    ? { 'x-api-key': token, 'anthropic-version': '2023-06-01' }
    : { authorization: `Bearer ${path.startsWith('/api/admin/') ? adminKey : token}` }
  return { 'content-type': 'application/json', ...credential }
}

/** The address and the body with which a shown request is sent. `ids`: values of the path's parameters. */
export function sentAs(
  { path, value }: Pick<ShownRequest, 'path' | 'value'>,
  ids: StoredIds,
): { readonly url: string; readonly body: unknown } {
  const model = `m-${homeOf(path)}`
  const url = path
    .replace('{model}', model)
    .replace('{name}', madeBefore(path))
    .replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole)
  return { url, body: withModel(value, model) }
}

function withModel(value: unknown, model: string): unknown {
  if (!isObject(value)) return value
  if ('model' in value) return { ...value, model }
  return isObject(value['session']) ? { ...value, session: { ...value['session'], model } } : value
}

export type StoredIds = Readonly<Record<string, string>>

/** Stores what the paths of later requests name. */
export async function storeObjects(address: string): Promise<StoredIds> {
  const idOf = async (path: string, body: unknown): Promise<string> => {
    const reply = await fetch(address + path, { method: 'POST', headers: headersOf(path), body: JSON.stringify(body) })
    const made: unknown = await reply.json()
    return isObject(made) ? String(made['id']) : ''
  }
  return {
    completion_id: await idOf('/v1/chat/completions', { model: 'm-openai', store: true, messages: [{ role: 'user', content: 'Hello' }] }),
    conversation_id: await idOf('/v1/conversations', {}),
    response_id: await idOf('/v1/responses', { model: 'm-responses', store: true, input: 'Hello' }),
  }
}
