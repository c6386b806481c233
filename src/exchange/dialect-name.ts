/** The dialects of clients. */
export const chatDialects = ['chat-completions', 'messages', 'responses', 'generate-content'] as const

export type ChatDialect = (typeof chatDialects)[number]

/** The dialects of upstreams: those of the clients, Cohere's native chat and Bedrock's Converse. */
export const upstreamDialectNames = [...chatDialects, 'cohere-chat', 'bedrock-converse'] as const

export type UpstreamDialect = (typeof upstreamDialectNames)[number]

/** The dialects' names in texts for users. */
export const dialectTitles: Readonly<Record<UpstreamDialect, string>> = {
  'chat-completions': 'chat completions',
  messages: 'messages',
  responses: 'responses',
  'generate-content': 'generate content',
  'cohere-chat': "Cohere's chat",
  'bedrock-converse': 'Converse',
}

/** The number of a dialect in a sealed proof. Clients keep sealed texts, so a number must never be reused. */
export const proofNumbers: Readonly<Record<UpstreamDialect, number>> = {
  'chat-completions': 0,
  messages: 1,
  responses: 2,
  'generate-content': 3,
  'cohere-chat': 4,
  'bedrock-converse': 5,
}
