import type { PlatformNewToken } from '../../generated/platform/model/index.js'

export type Style = NonNullable<PlatformNewToken['styles']>[number]

/** The styles and endpoints that a token can be confined to, with their names for people. */
export const styleTitles: Readonly<Record<Style, string>> = {
  'chat-completions': 'Chat completions',
  messages: 'Messages',
  responses: 'Responses',
  'generate-content': 'Generate content',
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

export const styleChoices = (Object.keys(styleTitles) as readonly Style[]).map((value) => ({ value, label: styleTitles[value] }))

/** A style as a record names it, for people. */
export const styleTitle = (style: string): string => styleChoices.find(({ value }) => value === style)?.label ?? style
