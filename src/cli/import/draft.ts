import { isDeepStrictEqual } from 'node:util'
import { defined, type JsonObject } from '../../json/object.js'

/** Something of the other gateway's configuration that is not, or not quite, in ours. */
export interface ImportNote {
  /** Where it stands there: `model_list[0].litellm_params.rpm`. */
  readonly at: string
  readonly what: string
}

export interface ImportedTarget {
  readonly provider: string
  readonly model: string
  /** Lower ones are tried first; those of one rank share the first tries by their weights. */
  readonly rank: number
  readonly weight: number
  readonly price?: JsonObject
}

interface ImportedModel {
  readonly targets: ImportedTarget[]
  readonly aliases: string[]
}

/** The smallest weight, for a target without first tries: a weight has to be more than 0. */
const almostNothing = 0.000001

/** A configuration of ours that is made piece by piece from another one. Secrets in clear go to variables. */
export class Draft {
  readonly notes: ImportNote[] = []
  /** Values of variables that the configuration refers to, for `.env`. */
  readonly variables = new Map<string, string>()
  /** Top-level settings beside providers, models and tokens. */
  readonly settings: Record<string, unknown> = {}
  readonly tokens: JsonObject[] = []
  readonly #providers = new Map<string, JsonObject>()
  /** By what was before the names of its models there. */
  readonly #passingThrough = new Map<string, string>()
  readonly #models = new Map<string, ImportedModel>()

  note(at: string, what: string): void {
    this.notes.push({ at, what })
  }

  /** The name of a provider with these settings, which is added where there is none. `wanted`: its name where that is free. */
  provider(wanted: string, settings: JsonObject): string {
    for (const [name, known] of this.#providers) if (isDeepStrictEqual(known, settings)) return name
    const name = this.#free(nameOf(wanted), (candidate) => this.#providers.has(candidate))
    this.#providers.set(name, settings)
    return name
  }

  /** Lets clients name any model of the provider as NAME/model. */
  passThrough(name: string, prefix: string): void {
    this.#passingThrough.set(prefix, name)
  }

  target(model: string, target: ImportedTarget): void {
    this.#model(model).targets.push(target)
  }

  targetsOf(model: string): readonly ImportedTarget[] {
    return this.#models.get(model)?.targets ?? []
  }

  /** Those of the model, or where its name leads at a provider that takes any. */
  leadingTo(model: string): readonly ImportedTarget[] {
    const known = this.targetsOf(model)
    if (known.length > 0) return known
    for (const [prefix, provider] of this.#passingThrough)
      if (model.startsWith(prefix)) return [{ provider, model: model.slice(prefix.length), rank: 1, weight: 1 }]
    return []
  }

  get modelNames(): readonly string[] {
    return [...this.#models.keys()]
  }

  /** Whether there is a model of this name. */
  alias(model: string, alias: string): boolean {
    const known = this.#models.get(model)
    if (known?.aliases.includes(alias) === false) known.aliases.push(alias)
    return known !== undefined
  }

  /** A reference to a variable with this value. */
  secret(wanted: string, value: string): string {
    const base = variableOf(wanted)
    for (const [name, known] of this.variables) if (known === value) return `\${${name}}`
    const name = this.#free(base, (candidate) => this.variables.has(candidate), '_')
    this.variables.set(name, value)
    return `\${${name}}`
  }

  /** As in anywire.yaml. */
  configuration(): JsonObject {
    const passingThrough = new Set(this.#passingThrough.values())
    return {
      ...this.settings,
      ...(this.tokens.length === 0 ? {} : { tokens: this.tokens }),
      providers: [...this.#providers].map(([name, settings]) => ({
        name,
        ...settings,
        ...(passingThrough.has(name) ? { passthrough: true } : {}),
      })),
      models: [...this.#models].map(([name, { targets, aliases }]) =>
        defined<JsonObject>({ name, aliases: aliases.length === 0 ? undefined : aliases, targets: inOrder(targets) }),
      ),
    }
  }

  #model(name: string): ImportedModel {
    const known = this.#models.get(name) ?? { targets: [], aliases: [] }
    this.#models.set(name, known)
    return known
  }

  #free(wanted: string, isTaken: (name: string) => boolean, gap = '-'): string {
    if (!isTaken(wanted)) return wanted
    for (let number = 2; ; number++) if (!isTaken(`${wanted}${gap}${number}`)) return `${wanted}${gap}${number}`
  }
}

/** Ours have weights only where several targets share the first tries. */
function inOrder(targets: readonly ImportedTarget[]): readonly JsonObject[] {
  const sorted = [...targets].sort((one, other) => one.rank - other.rank)
  const first = sorted[0]?.rank
  const shared = sorted.filter(({ rank }) => rank === first).length > 1
  return sorted.map(({ provider, model, rank, weight, price }) =>
    defined({
      provider,
      model,
      weight: shared ? (rank === first && weight > 0 ? weight : almostNothing) : undefined,
      price,
    }),
  )
}

/** The name of a variable from any text. */
export function variableOf(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
}

/** A name of ours from any text. */
export function nameOf(text: string): string {
  const name = text
    .trim()
    .replaceAll(/[^A-Za-z0-9._:@-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return name === '' ? 'unnamed' : name.slice(0, 100)
}

/** A text that stands for itself in anywire.yaml. */
export function literal(text: string): string {
  return text.replaceAll('${', () => '$${')
}
