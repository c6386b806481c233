export interface Route {
  readonly operationId: string
  readonly method: string
  /** As in the document: `/v1beta/models/{model}:generateContent`. */
  readonly template: string
}

export type RouteMatch =
  | { readonly found: true; readonly operationId: string; readonly parameters: Readonly<Record<string, string>> }
  | { readonly found: false; readonly allow?: readonly string[] }

interface TemplateRoute {
  readonly prefix: string
  /** The text between two parameters; absent where there is one. */
  readonly between: string | undefined
  readonly suffix: string
  readonly parameters: readonly string[]
  /** Whether the parameter may have slashes: names of models may, other ids may not. */
  readonly slashes: boolean
  readonly methods: Map<string, string>
}

/**
 * Matches raw request paths, exactly and case-sensitively; only the parameters of a template are decoded.
 * openapi-backend's router takes 300–600 µs for each request; this one is a map look-up.
 */
export class Router {
  readonly #fixed = new Map<string, Map<string, string>>()
  readonly #templates: TemplateRoute[] = []

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const method = route.method.toUpperCase()
      const [prefix = '', suffix, ...more] = route.template.split(parameterMark)
      if (suffix === undefined) {
        const methods = this.#fixed.get(route.template) ?? new Map<string, string>()
        methods.set(method, route.operationId)
        this.#fixed.set(route.template, methods)
        continue
      }
      const [last] = more
      const [between, end] = last === undefined ? [undefined, suffix] : [suffix, last]
      const known = this.#templates.find(
        (template) => template.prefix === prefix && template.between === between && template.suffix === end,
      )
      if (known) {
        known.methods.set(method, route.operationId)
        continue
      }
      this.#templates.push({
        prefix,
        between,
        suffix: end,
        parameters: [...route.template.matchAll(parameterMark)].map(([text]) => text.slice(1, -1)),
        slashes: prefix.endsWith('/models/'),
        methods: new Map([[method, route.operationId]]),
      })
    }
    this.#templates.sort((one, other) => other.suffix.length - one.suffix.length || other.prefix.length - one.prefix.length)
  }

  match(method: string, path: string): RouteMatch {
    const fixed = this.#fixed.get(path)
    if (fixed) return pick(fixed, method, noParameters)
    for (const template of this.#templates) {
      if (!path.startsWith(template.prefix)) continue
      const raw = parameterText(path, template)
      if (raw === undefined) continue
      const values = decodeParameters(raw, template)
      if (values === undefined) continue
      const [value = ''] = values
      // `POST …/models/m:someVerb` calls an unknown method of a model: that is a 404, not a 405.
      if (template.suffix === '' && template.slashes && value.includes(':') && !template.methods.has(method) && method !== 'HEAD') continue
      return pick(template.methods, method, Object.fromEntries(template.parameters.map((name, index) => [name, values[index] ?? ''])))
    }
    return { found: false }
  }
}

const noParameters = {}
/** `{parameter}` in a template, which has at most two. */
const parameterMark = /\{[^{}]+\}/g

function pick(methods: Map<string, string>, method: string, parameters: Record<string, string>): RouteMatch {
  const operationId = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined)
  return operationId === undefined ? { found: false, allow: [...methods.keys()] } : { found: true, operationId, parameters }
}

/** The raw text between prefix and suffix; `%3A` before a verb counts as `:`. */
function parameterText(path: string, template: TemplateRoute): string | undefined {
  const { prefix, suffix } = template
  if (path.endsWith(suffix)) return path.slice(prefix.length, path.length - suffix.length)
  if (!suffix.startsWith(':')) return undefined
  const verb = suffix.slice(1)
  if (path.endsWith(`%3A${verb}`) || path.endsWith(`%3a${verb}`)) return path.slice(prefix.length, path.length - verb.length - 3)
  return undefined
}

/** Whether a path can lead to the model of this name. */
export function isAddressable(name: string): boolean {
  return decodeParameter(encodeURIComponent(name), true) === name
}

function decodeParameters(raw: string, { between, slashes }: TemplateRoute): readonly string[] | undefined {
  const texts = between === undefined ? [raw] : raw.split(between)
  if (between !== undefined && texts.length !== 2) return undefined
  const values = texts.map((text) => decodeParameter(text, slashes))
  return values.every((value) => value !== undefined) ? values : undefined
}

const hostile = /%2e|%5c|%25|%00|\\|;|\/\/|^\/|\/$|(?:^|\/)\.{1,2}(?:\/|$)/i

function decodeParameter(raw: string, slashes: boolean): string | undefined {
  if (raw === '' || hostile.test(raw)) return undefined
  if (!slashes && (raw.includes('/') || /%2f/i.test(raw))) return undefined
  let value: string
  try {
    value = raw.includes('%') ? decodeURIComponent(raw) : raw
  } catch {
    return undefined
  }
  // Checked again: the decoded value may have traversal segments or control characters.
  // eslint-disable-next-line no-control-regex
  if (hostile.test(value) || /[\u0000-\u001f\u007f]/.test(value)) return undefined
  return value.startsWith('models/') && slashes ? value.slice('models/'.length) : value
}
