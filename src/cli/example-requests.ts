import type { ModelSettings } from '../config/index.js'

const otherThings =
  /embed|whisper|tts|dall-e|image|imagen|moderation|rerank|audio|realtime|transcribe|speech|video|veo|sora|search|babbage|davinci|voyage|jina|aqa/i
const small = /mini|haiku|flash|small|nano|lite|smollm/i

/** A model that answers a chat, for the examples: a small one where the names tell, the first otherwise. */
export function exampleModel(models: readonly ModelSettings[]): string | undefined {
  return chatModelAmong(models.map((model) => model.name))
}

export function chatModelAmong(names: readonly string[]): string | undefined {
  const chats = names.filter((name) => !otherThings.test(name))
  return chats.find((name) => small.test(name)) ?? chats[0]
}

/** One command for each style; the token is in $ANYWIRE_TOKEN. */
export function exampleRequests(address: string, model: string): readonly { readonly style: string; readonly command: string }[] {
  const line = (path: string, headers: readonly string[], body: object): string =>
    [
      'curl',
      '-s',
      `${address}${path}`,
      ...['content-type: application/json', ...headers].map((header) => `-H "${header}"`),
      `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
    ].join(' ')
  const bearer = 'authorization: Bearer $ANYWIRE_TOKEN'
  const messages = [{ role: 'user', content: 'What is the capital of France?' }]
  const text = 'What is the capital of France?'
  return [
    { style: 'Chat completions', command: line('/v1/chat/completions', [bearer], { model, messages }) },
    {
      style: 'Messages',
      command: line('/v1/messages', ['x-api-key: $ANYWIRE_TOKEN', 'anthropic-version: 2023-06-01'], { model, max_tokens: 100, messages }),
    },
    { style: 'Responses', command: line('/v1/responses', [bearer], { model, input: text }) },
    {
      style: 'Generate content',
      command: line(
        `/v1beta/models/${model.split('/').map(encodeURIComponent).join('/')}:generateContent`,
        ['x-goog-api-key: $ANYWIRE_TOKEN'],
        { contents: [{ role: 'user', parts: [{ text }] }] },
      ),
    },
  ]
}
