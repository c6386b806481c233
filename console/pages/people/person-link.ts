export const personLink = (what: 'user' | 'team', name: string): string => `/console/${what}s/${encodeURIComponent(name)}`
