import { defined, isObject, objectOf, parseJson, textOf, type JsonObject } from '../../../../src/json/object.js'
import type { Settings, Switched } from '../settings.js'
import type { Turn } from '../conversation.js'

/** What is asked, in no style yet: only settings whose switch is on are there. */
export interface Asked {
  readonly model: string
  readonly system: string
  readonly turns: readonly Turn[]
  readonly stream: boolean
  readonly temperature?: number
  readonly maxTokens?: number
  readonly topP?: number
  readonly stop?: readonly string[]
  readonly effort?: 'low' | 'medium' | 'high'
  readonly schema?: JsonObject
  readonly tools?: readonly Tool[]
}

export interface Tool {
  readonly name: string
  readonly description?: string
  readonly parameters: JsonObject
}

/** A setting that cannot be sent as it is typed. */
export class SettingProblem extends Error {}

/** Throws `SettingProblem` where a JSON text is wrong. */
export function askedOf(settings: Settings, turns: readonly Turn[]): Asked {
  const lines = settings.stop.value.split('\n').filter((line) => line !== '')
  return {
    model: settings.model,
    system: settings.system.trim(),
    turns,
    stream: settings.stream,
    ...defined<Pick<Asked, 'temperature' | 'maxTokens' | 'topP' | 'stop' | 'effort' | 'schema' | 'tools'>>({
      temperature: valueOf(settings.temperature),
      maxTokens: valueOf(settings.maxTokens),
      topP: valueOf(settings.topP),
      stop: settings.stop.on && lines.length > 0 ? lines : undefined,
      effort: valueOf(settings.effort),
      schema: settings.schema.on ? readSchema(settings.schema.value) : undefined,
      tools: settings.tools.on ? readTools(settings.tools.value) : undefined,
    }),
  }
}

function valueOf<Value>({ on, value }: Switched<Value>): Value | undefined {
  return on ? value : undefined
}

export function readSchema(text: string): JsonObject {
  const schema = parseJson(text)
  if (!isObject(schema)) throw new SettingProblem('The JSON schema is not a JSON object.')
  return schema
}

/** Tools in the form of any style: `{name, parameters}`, with `function` around it, or with `input_schema`. */
export function readTools(text: string): readonly Tool[] {
  const list: unknown = parseJson(text)
  if (!Array.isArray(list)) throw new SettingProblem('The tools are not a JSON list.')
  return list.map((item: unknown, index) => {
    const outer = objectOf(item) ?? {}
    const tool = objectOf(outer.function) ?? outer
    const name = textOf(tool.name)
    if (name === undefined) throw new SettingProblem(`Tool ${index + 1} has no name.`)
    const description = textOf(tool.description)
    const parameters = objectOf(tool.parameters) ?? objectOf(tool.input_schema) ?? objectOf(tool.parametersJsonSchema)
    return { name, ...(description !== undefined && { description }), parameters: parameters ?? { type: 'object', properties: {} } }
  })
}
