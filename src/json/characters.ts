// Codes of the characters of JSON's syntax.
export const quote = 0x22
export const backslash = 0x5c
export const comma = 0x2c
export const colon = 0x3a
export const openBrace = 0x7b
export const openBracket = 0x5b
export const closeBrace = 0x7d
export const closeBracket = 0x5d
export const letterE = 0x65
export const capitalE = 0x45
