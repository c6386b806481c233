import type { PlatformNewToken } from '../../generated/platform/model/index.js'
import { chatDialects, type ChatDialect } from '../../src/exchange/dialect-name.js'
import { dialectLabel } from './dialects.js'

export type Style = NonNullable<PlatformNewToken['styles']>[number]

const endpointTitles: Readonly<Record<Exclude<Style, ChatDialect>, string>> = {
  completions: 'Completions',
  embeddings: 'Embeddings',
  'image-generations': 'Image generations',
  'image-edits': 'Image edits',
  transcriptions: 'Transcriptions',
  translations: 'Translations',
  speech: 'Speech',
  rerank: 'Rerank',
  moderations: 'Moderations',
  realtime: 'Realtime',
}

/** The styles and endpoints that a token can be confined to, with their names for people. */
export const styleTitles: Readonly<Record<Style, string>> = {
  'chat-completions': dialectLabel('chat-completions'),
  messages: dialectLabel('messages'),
  responses: dialectLabel('responses'),
  'generate-content': dialectLabel('generate-content'),
  ...endpointTitles,
}

export const styleChoices = [...chatDialects, ...(Object.keys(endpointTitles) as readonly (keyof typeof endpointTitles)[])].map(
  (value) => ({
    value,
    label: styleTitles[value],
  }),
)

/** The styles of conversations. */
export const chatStyleChoices = chatDialects.map((value) => ({ value, label: dialectLabel(value) }))

/** A style as a record names it, for people. */
export const styleTitle = (style: string): string => styleChoices.find(({ value }) => value === style)?.label ?? style
