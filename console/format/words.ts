/** With a capital at its beginning, where a sentence or a label begins with it. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
