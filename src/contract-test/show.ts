import { SecretMask } from '../secrets/mask.js'

/** Texts and values of a server for a person: short, on one line, without secrets. */
export interface Show {
  readonly text: (text: string) => string
  /** As JSON. */
  readonly value: (value: unknown) => string
}

const [longestText, longestValue] = [400, 200]
/** What is looked through for secrets; more is cut off before. */
const searched = 4000

export function showing(secrets: readonly string[]): Show {
  const mask = new SecretMask(secrets)
  const clean = (text: string, length: number): string => printable(mask.clean(text.slice(0, searched)), length)
  return {
    text: (text) => clean(text, longestText),
    value: (value) =>
      clean(value === undefined ? 'nothing' : written(typeof value === 'string' ? value.slice(0, searched) : value), longestValue),
  }
}

/** Without what would move the cursor of a terminal or reverse its text. */
function printable(text: string, length: number): string {
  const line = text.slice(0, length).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  return text.length > length ? `${line}…` : line
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return 'a value that is nested too deeply'
  }
}
