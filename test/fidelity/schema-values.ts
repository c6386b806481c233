import { isJsonObject, type Json, type JsonObject } from './json.js'
import type { Draw } from './draw.js'

/** The position of a value, by which its meaning is chosen. */
export interface Place {
  /** The named schema of the property, and the property; `''` at the root. */
  readonly owner: string
  readonly name: string
  readonly depth: number
}

/** Generates a value that the schema alone could not make meaningful; `undefined` leaves an optional member out. */
export type Meaning = (draw: Draw, values: SchemaValues, place: Place) => Json | undefined

/** By `Owner.property`, by `.property` of any owner, or by the name of a schema. */
export type Meanings = Readonly<Record<string, Meaning>>

export interface ValueOptions {
  readonly meanings: Meanings
  /** The probability of an optional member, by `Owner.property`; others depend on the depth. */
  readonly likely?: Readonly<Record<string, number>>
  /** The weights of a union's branches by the name of their schema; 1 by default. */
  readonly weights?: Readonly<Record<string, number>>
  /** Whether to add unknown members, which clients may send. */
  readonly unknownMembers?: boolean
}

type Schema = JsonObject

/** Generates values that the schemas of one OpenAPI document allow. */
export class SchemaValues {
  constructor(
    private readonly schemas: JsonObject,
    readonly draw: Draw,
    private readonly options: ValueOptions,
  ) {}

  component(name: string, place: Place = { owner: '', name: '', depth: 0 }): Json {
    const meaning = this.options.meanings[name]
    const value = meaning?.(this.draw, this, place)
    return value ?? this.plain(name, place)
  }

  /** A value of the component's schema, without the meaning of the component itself. */
  plain(name: string, place: Place = { owner: '', name: '', depth: 0 }): Json {
    return this.#value(this.#schemaOf(name), { ...place, owner: name })
  }

  #schemaOf(name: string): Schema {
    const schema = this.schemas[name]
    if (!isJsonObject(schema)) throw new Error(`no schema ${name}`)
    return schema
  }

  #value(schema: Schema, place: Place): Json {
    const reference = schema['$ref']
    if (typeof reference === 'string') return this.component(nameOf(reference), place)
    if (schema['const'] !== undefined) return schema['const']
    if (Array.isArray(schema['enum'])) return this.draw.pick(schema['enum'])
    const union = schema['oneOf'] ?? (isJsonObject(schema['properties']) ? undefined : schema['anyOf'])
    if (Array.isArray(union)) return this.#branch(union.filter(isJsonObject), place)
    switch (this.#typeOf(schema)) {
      case 'object':
        return this.#object(schema, place)
      case 'array':
        return this.#array(schema, place)
      case 'string':
        return this.#string(schema)
      case 'integer':
        return this.#integer(schema)
      case 'number':
        return this.#number(schema)
      case 'boolean':
        return this.draw.chance(0.5)
      case 'null':
        return null
      default:
        return this.free()
    }
  }

  #typeOf(schema: Schema): string {
    const { type } = schema
    if (typeof type === 'string') return type
    if (!Array.isArray(type)) return isJsonObject(schema['properties']) ? 'object' : ''
    const types = type.map(String)
    const others = types.filter((name) => name !== 'null')
    return types.includes('null') && this.draw.chance(0.08) ? 'null' : this.draw.pick(others)
  }

  #branch(branches: readonly Schema[], place: Place): Json {
    const weighted = branches.map((branch): [number, Schema] => {
      if (branch['type'] === 'null') return [0.08 * branches.length, branch]
      const reference = branch['$ref']
      if (typeof reference !== 'string') return [1, branch]
      const name = nameOf(reference)
      const weight = this.options.weights?.[name]
      return [weight ?? (this.#schemaOf(name)['x-open'] === true ? 0.03 : 1), branch]
    })
    return this.#value(this.draw.weighted(weighted), place)
  }

  #object(schema: Schema, { owner, depth }: Place): JsonObject {
    const result: JsonObject = {}
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {}
    const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
    for (const alternative of Array.isArray(schema['anyOf']) ? [this.draw.pick(schema['anyOf'])] : [])
      if (isJsonObject(alternative) && Array.isArray(alternative['required']))
        for (const name of alternative['required']) required.add(name)
    const names = Object.keys(properties)
    for (const name of names) {
      const property = properties[name]
      if (!isJsonObject(property)) continue
      const camel = camelCase(name)
      // Never both spellings of one member.
      if (camel !== name && names.includes(camel)) continue
      const snake = snakeCase(name)
      const spelling = snake !== name && names.includes(snake) && this.draw.chance(0.25) ? snake : name
      if (!required.has(name) && !this.draw.chance(this.#likely(owner, name, depth))) continue
      const place = { owner, name, depth: depth + 1 }
      const meaning = this.options.meanings[`${owner}.${name}`] ?? this.options.meanings[`.${name}`]
      const value = meaning === undefined ? this.#value(property, place) : meaning(this.draw, this, place)
      if (value !== undefined) result[spelling] = value
    }
    if (isJsonObject(schema['additionalProperties'])) {
      const count = this.draw.below(3)
      for (let index = 0; index < count; index++)
        result[this.draw.marker()] = this.#value(schema['additionalProperties'], { owner, name: '', depth: depth + 1 })
    } else if (schema['additionalProperties'] === true || names.length === 0) Object.assign(result, this.freeObject())
    else if (this.options.unknownMembers === true && this.draw.chance(0.02)) result[`extra${this.draw.marker()}`] = this.draw.marker()
    return result
  }

  #likely(owner: string, name: string, depth: number): number {
    return this.options.likely?.[`${owner}.${name}`] ?? this.options.likely?.[`.${name}`] ?? (depth < 1 ? 0.12 : depth < 6 ? 0.25 : 0.05)
  }

  #array(schema: Schema, place: Place): Json[] {
    const items = isJsonObject(schema['items']) ? schema['items'] : {}
    const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0
    const count = Math.max(least, place.depth > 7 ? 0 : this.draw.weighted([1, 4, 3, 2, 1].map((weight, index) => [weight, index])))
    return Array.from({ length: count }, () => this.#value(items, { ...place, depth: place.depth + 1 }))
  }

  #string(schema: Schema): string {
    const { pattern, maxLength } = schema
    if (pattern === '^-?[0-9]+$') return String(this.draw.number())
    if (typeof pattern === 'string')
      return pattern.startsWith('^') ? this.draw.marker() : `${this.draw.marker()}${pattern.replaceAll(/[$^]/g, '')}`
    const text = this.draw.text()
    return typeof maxLength === 'number' ? text.slice(0, maxLength) : text
  }

  #integer(schema: Schema): number {
    const { least, most } = bounds(schema)
    if (least === undefined && most === undefined) return this.draw.number()
    if (most === undefined || most > 100_000) return Math.max(least ?? 0, this.draw.number())
    return this.draw.between(least ?? Math.min(0, most), most)
  }

  #number(schema: Schema): number {
    const { least, most } = bounds(schema)
    if (least === undefined || most === undefined) return this.draw.number() + 0.5
    return Math.round((least + (most - least) * (this.draw.below(1_000_000) / 1_000_000)) * 1e6) / 1e6
  }

  /** Any JSON. */
  free(): Json {
    return this.draw.weighted<() => Json>([
      [4, () => this.draw.text()],
      [1, () => this.draw.number()],
      [1, () => this.draw.chance(0.5)],
      [1, () => this.freeObject()],
    ])()
  }

  freeObject(): JsonObject {
    const count = this.draw.below(3)
    return Object.fromEntries(Array.from({ length: count }, () => [this.draw.marker(), this.free()]))
  }
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function bounds(schema: Schema): { readonly least?: number; readonly most?: number } {
  const { minimum, maximum } = schema
  return { ...(typeof minimum === 'number' ? { least: minimum } : {}), ...(typeof maximum === 'number' ? { most: maximum } : {}) }
}

export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
