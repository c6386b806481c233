import { createChatCompletion, createMessage } from './hey-api/index.ts'

export async function chat(): Promise<string | undefined> {
  const { data } = await createChatCompletion({ body: { model: 'chat', messages: [{ role: 'user', content: 'Say hello.' }] } })
  const content = data?.choices[0]?.message?.content
  return typeof content === 'string' ? content : undefined
}

export async function toolCalls(): Promise<unknown[]> {
  const { data } = await createMessage({
    headers: { 'anthropic-version': '2023-06-01' },
    body: { model: 'messages', max_tokens: 20, messages: [{ role: 'user', content: 'Hi' }] },
  })
  return data?.content.flatMap((block) => (block.type === 'tool_use' ? [block.input] : [])) ?? []
}
