import { dialectTitles, type UpstreamDialect } from '../../src/exchange/dialect-name.js'
import { capitalised } from './words.js'

/** The name of a dialect where a label begins with it. */
export const dialectLabel = (dialect: UpstreamDialect): string => capitalised(dialectTitles[dialect])
