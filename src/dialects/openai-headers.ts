/** Headers that OpenAI's libraries send and the gateway does not read. */
export const openaiHeaders: readonly string[] = ['openai-organization', 'openai-project']
