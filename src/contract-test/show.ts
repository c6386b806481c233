import { SecretMask } from '../secrets/mask.js'

/** A value of a server for a person: short, on one line, without secrets. */
export type Show = (value: unknown) => string

const longest = 200
/** What is looked through for secrets; more is cut off before. */
const searched = 4000

export function showing(secrets: readonly string[]): Show {
  const mask = new SecretMask(secrets)
  return (value) => {
    const text = value === undefined ? 'nothing' : typeof value === 'string' ? JSON.stringify(value.slice(0, searched)) : written(value)
    return printable(mask.clean(text.slice(0, searched)), longest)
  }
}

/** Without what would move the cursor of a terminal or reverse its text. */
export function printable(text: string, length: number): string {
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
