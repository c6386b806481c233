/** The placeholder of the gateway's address in the published texts. */
export const marker = 'https://gateway.invalid'
