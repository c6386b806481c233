/** What OpenAI's libraries send beside the headers that the gateway reads. */
export const openaiHeaders: readonly string[] = ['openai-organization', 'openai-project']
