/** The service tiers of OpenAI's two dialects. Other values are sent neither to their providers nor to their clients. */
export const chatServiceTiers: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast'])
export const responsesServiceTiers: ReadonlySet<string> = new Set([...chatServiceTiers, 'ultrafast'])
