import { objectOf } from '../json/object.js'
import { namesOf } from './conversations/models.js'
import { ask, type TestTarget } from './target.js'
import { testedDialects } from './tested-dialect.js'

/** The endpoints that want a model of another kind than chat. */
export type ModelUse = 'embeddings' | 'rerank' | 'images' | 'speech' | 'transcription' | 'moderations' | 'completions' | 'realtime'

export interface ChosenModels {
  readonly chat: string
  /** The model for an endpoint: one from the list whose name says so, or else the chat model. */
  readonly of: (use: ModelUse) => string
}

const names: Readonly<Record<ModelUse, RegExp>> = {
  embeddings: /embed/i,
  rerank: /rerank/i,
  images: /image|imagen|dall-e/i,
  speech: /tts|speech/i,
  transcription: /whisper|transcri/i,
  moderations: /moderation/i,
  completions: /instruct|davinci|babbage/i,
  realtime: /realtime/i,
}

interface Choice {
  readonly model?: string
  readonly style?: string
  readonly choose: (models: readonly string[]) => string | undefined
}

/** Reads the server's list of models. `undefined`: it has none, and none is named. Throws `NoAnswer` where it cannot be reached. */
export async function chosenModels(target: TestTarget, { model, style, choose }: Choice): Promise<ChosenModels | undefined> {
  const listed = await listOf(target, style)
  const chat = model ?? choose(listed)
  if (chat === undefined) return undefined
  // A model that is named together with an endpoint is meant for it.
  const fixed = model !== undefined && style !== undefined
  return { chat, of: (use) => (fixed ? chat : (listed.find((name) => names[use].test(name)) ?? chat)) }
}

/** The first list that has a model, in any of the formats. */
async function listOf(target: TestTarget, style: string | undefined): Promise<readonly string[]> {
  const dialects = testedDialects.filter(({ name }) => name === style)
  for (const dialect of dialects.length === 0 ? testedDialects : dialects) {
    const headers = { ...dialect.headers, ...dialect.credential(target.token) }
    const { json } = await ask(target, { path: dialect.models.path, headers })
    const found = namesOf(objectOf(json) ?? {})
    if (found.length > 0) return found
  }
  return []
}
