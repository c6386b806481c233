import createClient from 'openapi-fetch'
import type { components, paths } from './openapi-typescript/schema.ts'

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:8787', headers: { authorization: 'Bearer token' } })
const messages: components['schemas']['ChatMessage'][] = [{ role: 'user', content: 'Say hello.' }]

export async function chat(): Promise<string | undefined> {
  const { data, error } = await client.POST('/v1/chat/completions', { body: { model: 'chat', messages } })
  if (error !== undefined) throw new Error('error' in error ? 'refused' : 'failed')
  const content = data.choices[0]?.message?.content
  return typeof content === 'string' ? content : undefined
}

export async function chatStreamed(): Promise<ReadableStream<Uint8Array> | null | undefined> {
  const { data } = await client.POST('/v1/chat/completions', { body: { model: 'chat', stream: true, messages }, parseAs: 'stream' })
  return data
}

/** The data of one event. */
export function read(data: string): string {
  const chunk = JSON.parse(data) as components['schemas']['ChatCompletionChunk']
  const content = chunk.choices[0]?.delta?.content
  return typeof content === 'string' ? content : ''
}

export async function toolCalls(): Promise<unknown[]> {
  const { data } = await client.POST('/v1/messages', {
    params: { header: { 'anthropic-version': '2023-06-01' } },
    body: { model: 'messages', max_tokens: 20, messages: [{ role: 'user', content: 'Hi' }] },
  })
  // The tag narrows the type.
  return data?.content.flatMap((block) => (block.type === 'tool_use' ? [block.input] : [])) ?? []
}
