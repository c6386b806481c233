import type { ProviderSettings } from './provider-settings.js'
import { chatDialects, type UpstreamDialect } from '../exchange/dialect-name.js'
import { mediaTasks } from '../exchange/media-task.js'
import { createProvider, type Service, type ProviderKind } from './provider.js'
import { defined } from '../json/object.js'

/** What a kind of provider, or one family of its models, offers. `own`: in the clients' format; `translated`: in another. */
export interface Ability {
  readonly kind: ProviderKind
  /** The kind's name, with the family where its models differ. */
  readonly name: string
  readonly dialects: readonly UpstreamDialect[]
  readonly counting: 'provider' | 'estimated' | undefined
  readonly endpoints: Readonly<Record<Service, 'own' | 'translated' | undefined>>
}

export const tasks: readonly Service[] = [...mediaTasks, 'realtime']

/** The abilities of a kind, from the data by which requests are routed. */
export function abilitiesOf(kind: ProviderKind): readonly Ability[] {
  const families = kind.families ?? [{ name: '', model: 'model' }]
  return families.map(({ name, model }) => abilityOf(kind, name === '' ? kind.kind : `${kind.kind}: ${name}`, model))
}

function abilityOf(kind: ProviderKind, name: string, model: string): Ability {
  const settings: ProviderSettings = defined({
    name: kind.kind,
    kind: kind.kind,
    headers: {},
    settings: {},
    // Both of OpenAI's chat APIs, where the kind may have either.
    chat_api: kind.configuration.chatApi === true ? ('both' as const) : undefined,
  })
  const provider = createProvider(settings, kind)
  const dialects = provider.dialectsFor(model)
  const counts = chatDialects.some((dialect) => kind.address({ type: 'count-tokens', dialect, model }, settings) !== undefined)
  const formats = provider.mediaFor(model)
  const ability = (task: Service): 'own' | 'translated' | undefined => {
    const format = formats[task]
    // A chat model can answer a text completion.
    if (format === undefined) return task === 'completions' && dialects.length > 0 ? 'translated' : undefined
    return format === 'openai' || task === 'rerank' ? 'own' : 'translated'
  }
  return {
    kind,
    name,
    dialects,
    counting: counts ? 'provider' : dialects.length > 0 ? 'estimated' : undefined,
    endpoints: {
      completions: ability('completions'),
      embeddings: ability('embeddings'),
      'image-generations': ability('image-generations'),
      'image-edits': ability('image-edits'),
      transcriptions: ability('transcriptions'),
      translations: ability('translations'),
      speech: ability('speech'),
      rerank: ability('rerank'),
      moderations: ability('moderations'),
      realtime: ability('realtime'),
    },
  }
}
