/** The four chat styles that clients speak. */
export type ChatDialect = 'chat-completions' | 'messages' | 'responses' | 'generate-content'

/** The chat styles that upstreams speak: the clients' four, Cohere's native chat and Bedrock's Converse. */
export type UpstreamDialect = ChatDialect | 'cohere-chat' | 'bedrock-converse'

export const chatDialects: readonly ChatDialect[] = ['chat-completions', 'messages', 'responses', 'generate-content']
