import createClient from 'openapi-fetch'
import type { components, paths } from './openapi-typescript/schema.ts'

// snippet: setup
const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:8787', headers: { authorization: 'Bearer token' } })
const messages: components['schemas']['ChatMessage'][] = [{ role: 'user', content: 'Say hello.' }]
// end

export async function chat(): Promise<string | undefined> {
  const { data, error } = await client.POST('/v1/chat/completions', { body: { model: 'chat', messages } })
  if (error !== undefined) throw new Error('error' in error ? 'refused' : 'failed')
  const content = data.choices[0]?.message?.content
  return typeof content === 'string' ? content : undefined
}

export async function chatStreamed(): Promise<string> {
  let text = ''
  // snippet: stream
  const { data: stream, response } = await client.POST('/v1/chat/completions', {
    body: { model: 'chat', stream: true, messages },
    parseAs: 'stream',
  })
  if (!stream) throw new Error(`The gateway refused: ${response.status}`)
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue
      const chunk = JSON.parse(line.slice(6)) as components['schemas']['ChatCompletionChunk']
      text += chunk.choices[0]?.delta?.content ?? ''
    }
  }
  // end
  return text
}

export async function toolCalls(): Promise<unknown[]> {
  const { data } = await client.POST('/v1/messages', {
    params: { header: { 'anthropic-version': '2023-06-01' } },
    body: { model: 'messages', max_tokens: 20, messages: [{ role: 'user', content: 'Hi' }] },
  })
  // The tag narrows the type.
  return data?.content.flatMap((block) => (block.type === 'tool_use' ? [block.input] : [])) ?? []
}
