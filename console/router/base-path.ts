/** `server.base_path` of the gateway, which its pages carry; `''`: none. Paths in the code of the console are without it. */
export const basePath = (): string => document.documentElement.dataset.basePath ?? ''

/** What links and requests have for a path of the gateway. */
export const addressOf = (path: string): string => basePath() + path
