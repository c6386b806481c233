import { createChatCompletion, type ChatCompletionChunk } from './orval/client.ts'

export async function chat(): Promise<string | undefined> {
  const reply = await createChatCompletion({ model: 'chat', messages: [{ role: 'user', content: 'Say hello.' }] })
  if (reply.status !== 200) return undefined
  const content = reply.data.choices[0]?.message?.content
  return typeof content === 'string' ? content : undefined
}

export function read(data: string): string {
  const chunk = JSON.parse(data) as ChatCompletionChunk
  const content = chunk.choices[0]?.delta?.content
  return typeof content === 'string' ? content : ''
}
