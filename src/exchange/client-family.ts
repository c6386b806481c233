/** The families of the libraries that speak the dialects of clients. */
export type DialectFamily = 'openai' | 'anthropic' | 'gemini'

/** All families of client libraries. Cohere's rerank, and nothing else of it. */
export type ClientFamily = DialectFamily | 'cohere'

/** One form of the base address, and the clients that take it. */
export interface ClientAddress {
  /** What follows the gateway's address in it. */
  readonly path: '' | '/v1' | '/v1beta'
  /** These clients in error messages. */
  readonly title: string
  /** What they append to it, where people doubt it. */
  readonly appended?: string
  /** Libraries and programs that take this form, for people who look for theirs; absent: the form is rare. */
  readonly listed?: { readonly name: string; readonly clients: string }
}

/** The base addresses of each family, the usual form first: its libraries append different paths. */
export const clientAddresses: Readonly<Record<ClientFamily, readonly [ClientAddress, ...ClientAddress[]]>> = {
  openai: [
    {
      path: '/v1',
      title: 'OpenAI clients',
      listed: { name: 'OpenAI', clients: 'openai, Agents SDK, LangChain, LlamaIndex, Codex, Continue, Cline, Open WebUI, LibreChat, n8n' },
    },
  ],
  anthropic: [
    {
      path: '',
      title: 'Anthropic clients',
      appended: '/v1/messages',
      listed: { name: 'Anthropic', clients: '@anthropic-ai/sdk, anthropic, Claude Agent SDK, Claude Code, LangChain' },
    },
    {
      path: '/v1',
      title: 'Anthropic clients that append /messages',
      listed: { name: 'Anthropic, AI SDK', clients: 'createAnthropic, opencode, Cline and Continue with Anthropic' },
    },
  ],
  gemini: [
    {
      path: '',
      title: 'Google clients',
      appended: '/v1beta/models',
      listed: { name: 'Gemini', clients: '@google/genai, google-genai, Gemini CLI, LangChain, Pydantic AI' },
    },
    {
      path: '/v1beta',
      title: 'Google clients that append /models',
      listed: { name: 'Gemini, AI SDK', clients: 'createGoogleGenerativeAI, LiteLLM gemini/, Continue with Gemini' },
    },
  ],
  cohere: [
    { path: '', title: 'Cohere clients', listed: { name: 'Cohere', clients: 'cohere-ai, cohere' } },
    { path: '/v1', title: 'clients that append /rerank' },
  ],
}

/** The forms for people who look for their client. */
export const listedAddresses: readonly { readonly path: string; readonly name: string; readonly clients: string }[] = Object.values(
  clientAddresses,
).flatMap((addresses) => addresses.flatMap(({ path, listed }) => (listed === undefined ? [] : [{ path, ...listed }])))
