/** Tokens for reasoning, in the styles that take a number in place of a word. */
export const thinkingBudgets = { low: 1024, medium: 4096, high: 16_384 } as const
