import { dialectTitles, upstreamDialectNames, type UpstreamDialect } from '../../src/exchange/dialect-name.js'
import { capitalised } from './words.js'

/** The name of a dialect where a label begins with it. */
export const dialectLabel = (dialect: UpstreamDialect): string => capitalised(dialectTitles[dialect])

/** The name of a conversion for people, without its losses: `Messages → chat completions` for `messages>chat-completions; lossy`. */
export function conversionText(conversion: string): string {
  const [name = ''] = conversion.split(';')
  return capitalised(name.split('>').map(titleOf).join(' → '))
}

function titleOf(name: string): string {
  const dialect = upstreamDialectNames.find((one) => one === name)
  return dialect === undefined ? name : dialectTitles[dialect]
}
