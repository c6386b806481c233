/** The words for service tiers of OpenAI's two styles: other providers' words reach neither a provider nor a client of these. */
export const chatServiceTiers: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast'])
export const responsesServiceTiers: ReadonlySet<string> = new Set([...chatServiceTiers, 'ultrafast'])
