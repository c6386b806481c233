import { clientDialects } from '../dialects/registry.js'
import { dialectTitles } from '../exchange/dialect-name.js'
import type { ModelSettings } from '../config/index.js'

const otherThings =
  /embed|whisper|tts|dall-e|image|imagen|moderation|rerank|audio|realtime|transcribe|speech|video|veo|sora|search|babbage|davinci|voyage|jina|aqa/i
const small = /mini|haiku|flash|small|nano|lite|smollm/i

/** A chat model for the examples: a small one, judged by the names, or else the first. */
export function exampleModel(models: readonly ModelSettings[]): string | undefined {
  return chatModelAmong(models.map((model) => model.name).filter((name) => !name.includes('*')))
}

export function chatModelAmong(names: readonly string[]): string | undefined {
  const chats = names.filter((name) => !otherThings.test(name))
  return chats.find((name) => small.test(name)) ?? chats[0]
}

/** One command for each style; the token is in $ANYWIRE_TOKEN. */
export function exampleRequests(address: string, model: string): readonly { readonly style: string; readonly command: string }[] {
  return Object.values(clientDialects).map(({ name, contractTest: { path, headers, credential, body } }) => {
    const all = Object.entries({ 'content-type': 'application/json', ...credential('$ANYWIRE_TOKEN'), ...headers })
    const title = dialectTitles[name]
    return {
      style: title.charAt(0).toUpperCase() + title.slice(1),
      command: [
        'curl -s',
        address + path(model, false),
        ...all.map(([header, value]) => `-H "${header}: ${value}"`),
        `-d '${JSON.stringify(body(model, false, {})).replaceAll("'", String.raw`'\''`)}'`,
      ].join(' '),
    }
  })
}
