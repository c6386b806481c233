import { isObject, objectOf, objectsOf, type JsonObject } from '../json/object.js'

/** The arguments that Google's libraries take in place of a body. */
export interface GenerateContentArguments {
  readonly model: unknown
  readonly contents: unknown
  readonly config: JsonObject
  /** What the libraries have no argument for, as it stands in the body. */
  readonly others: JsonObject
  readonly streamed: boolean
}

/** What both libraries' configuration takes for the Gemini API. Others would be refused (Python) or left out (Node). */
const generationNames = [
  ...['temperature', 'topP', 'topK', 'candidateCount', 'maxOutputTokens', 'stopSequences', 'seed', 'presencePenalty', 'frequencyPenalty'],
  ...['responseLogprobs', 'logprobs', 'responseMimeType', 'responseSchema', 'responseJsonSchema', 'responseModalities'],
  ...['mediaResolution', 'speechConfig', 'thinkingConfig', 'imageConfig'],
]
const bodyNames = ['systemInstruction', 'tools', 'toolConfig', 'safetySettings', 'cachedContent']

export function generateContentArguments(body: JsonObject, rename: (name: string) => string): GenerateContentArguments {
  const { model, stream, contents, generationConfig, ...rest } = renamed(body, camelCase)
  const [settings, otherSettings] = parted(objectOf(generationConfig) ?? {}, generationNames)
  const [{ systemInstruction, ...parts }, others] = parted(rest, bodyNames)
  const instruction = systemInstruction === undefined ? {} : { systemInstruction: onlyText(systemInstruction) ?? systemInstruction }
  return {
    model,
    contents: renamedWithin(contents, rename),
    config: renamed({ ...instruction, ...settings, ...parts }, rename),
    others: { ...(Object.keys(otherSettings).length === 0 ? {} : { generationConfig: otherSettings }), ...others },
    streamed: stream === true,
  }
}

/** The members that `names` has, and the others. */
export function parted(object: JsonObject, names: readonly string[]): readonly [JsonObject, JsonObject] {
  const entries = Object.entries(object)
  return [
    Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
  ]
}

/** The text of a content that is nothing but one text. */
function onlyText(content: unknown): string | undefined {
  const parts = objectsOf(objectOf(content)?.['parts'])
  const [part = {}] = parts
  return parts.length === 1 && Object.keys(part).length === 1 && typeof part['text'] === 'string' ? part['text'] : undefined
}

/** Members whose own members have names of the user, or of JSON Schema. */
const namedByUsers = new Set(
  ['args', 'response', 'parameters', 'parametersJsonSchema', 'responseSchema', 'responseJsonSchema', 'labels'].flatMap((name) => [
    name,
    snakeCase(name),
  ]),
)

/** The API takes names in camel case and in snake case. */
function renamed(object: JsonObject, rename: (name: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [rename(name), namedByUsers.has(name) ? value : renamedWithin(value, rename)]),
  )
}

function renamedWithin(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => renamedWithin(item, rename))
  return isObject(value) ? renamed(value, rename) : value
}

export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
