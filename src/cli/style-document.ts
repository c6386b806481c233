import { Documents } from './documents.js'
import type { OpenApiDocument } from '../contract/schema/index.js'

/** Documents for clients of every style. */
const shared = ['models', 'platform']

/** All documents in one: as joined, and as the profile for client generators. */
const whole = ['gateway', 'client']

/** The joined document, or the part of it for one style. */
export function styleDocument(documents: Documents, style: string | undefined): OpenApiDocument {
  const gateway = documents.get('gateway')
  if (gateway === undefined) throw new Error('the contract is missing: run `make build`')
  if (style === undefined) return gateway
  const paths = pathsOf(gateway)
  const styles = stylesIn(documents)
  if (!styles.includes(style)) throw new Error(`there is no style ${JSON.stringify(style)}; the styles are ${styles.join(', ')}`)
  const kept = new Set([style, ...shared].flatMap((name) => Object.keys(pathsOf(documents.get(name)))))
  return { ...gateway, paths: Object.fromEntries(Object.entries(paths).filter(([path]) => kept.has(path))) }
}

/** What `mock --style` takes. */
export function mockStyles(): readonly string[] {
  return stylesIn(new Documents())
}

function stylesIn(documents: Documents): readonly string[] {
  const paths = pathsOf(documents.get('gateway'))
  return documents.names.filter(
    (name) => !whole.includes(name) && !shared.includes(name) && Object.keys(pathsOf(documents.get(name))).some((path) => path in paths),
  )
}

function pathsOf(document: OpenApiDocument | undefined): Readonly<Record<string, unknown>> {
  // The bundled documents are checked against the OpenAPI rules when they are made.
  return (document?.['paths'] ?? {}) as Readonly<Record<string, unknown>>
}
