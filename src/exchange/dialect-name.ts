/** The four chat styles that clients speak. */
export type ChatDialect = 'chat-completions' | 'messages' | 'responses' | 'generate-content'

/** The chat styles that upstreams speak: the clients' four and Cohere's native chat. */
export type UpstreamDialect = ChatDialect | 'cohere-chat'

export const chatDialects: readonly ChatDialect[] = ['chat-completions', 'messages', 'responses', 'generate-content']
