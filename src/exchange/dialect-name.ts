/** The chat styles that clients speak. */
export const chatDialects = ['chat-completions', 'messages', 'responses', 'generate-content'] as const

export type ChatDialect = (typeof chatDialects)[number]

/** The chat styles that upstreams speak: those of the clients, Cohere's native chat and Bedrock's Converse. */
export const upstreamDialectNames = [...chatDialects, 'cohere-chat', 'bedrock-converse'] as const

export type UpstreamDialect = (typeof upstreamDialectNames)[number]

/** The styles in texts for people. */
export const dialectTitles: Readonly<Record<UpstreamDialect, string>> = {
  'chat-completions': 'chat completions',
  messages: 'messages',
  responses: 'responses',
  'generate-content': 'generate content',
  'cohere-chat': "Cohere's chat",
  'bedrock-converse': 'Converse',
}

/** What stands for a style in a sealed proof. Clients keep sealed texts: a number is never given to another style. */
export const proofNumbers: Readonly<Record<UpstreamDialect, number>> = {
  'chat-completions': 0,
  messages: 1,
  responses: 2,
  'generate-content': 3,
  'cohere-chat': 4,
  'bedrock-converse': 5,
}
