/** The service tiers of OpenAI's two dialects. Other values are not sent to their providers or clients. */
export const chatServiceTiers: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast'])
export const responsesServiceTiers: ReadonlySet<string> = new Set([...chatServiceTiers, 'ultrafast'])
