import { dialectTitles, type UpstreamDialect } from '../../src/exchange/dialect-name.js'

/** The name of a dialect where a label begins with it. */
export function dialectLabel(dialect: UpstreamDialect): string {
  const title = dialectTitles[dialect]
  return title.charAt(0).toUpperCase() + title.slice(1)
}
