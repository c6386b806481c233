/** Stand for the gateway's address and a model in what the build writes; the page puts the real ones there. */
export const placeholderBase = 'http://gateway.invalid'
export const placeholderModel = 'your-model'
/** The environment variable that has the token. */
export const placeholderVariable = 'ANYWIRE_TOKEN'
