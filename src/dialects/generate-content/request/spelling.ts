import type { WireObject } from '../../dialect.js'

/** Members whose values are the client's own data: names inside them are not changed. `schema.ts` reads schemas in both spellings. */
const freeForm: ReadonlySet<string> = new Set([
  'args',
  'response',
  'parameters',
  'parametersJsonSchema',
  'responseJsonSchema',
  'responseSchema',
  'partMetadata',
  'labels',
])

const canonicalNames = [
  'systemInstruction',
  'toolConfig',
  'safetySettings',
  'generationConfig',
  'cachedContent',
  'serviceTier',
  'modelArmorConfig',
  'generateContentRequest',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
  'thoughtSignature',
  'videoMetadata',
  'mediaResolution',
  'partMetadata',
  'mimeType',
  'displayName',
  'fileUri',
  'willContinue',
  'startOffset',
  'endOffset',
  'numTokens',
  'toolType',
  'functionDeclarations',
  'googleSearch',
  'googleSearchRetrieval',
  'codeExecution',
  'urlContext',
  'fileSearch',
  'googleMaps',
  'computerUse',
  'enterpriseWebSearch',
  'mcpServers',
  'parametersJsonSchema',
  'responseJsonSchema',
  'functionCallingConfig',
  'retrievalConfig',
  'includeServerSideToolInvocations',
  'allowedFunctionNames',
  'streamFunctionCallArguments',
  'topP',
  'topK',
  'candidateCount',
  'maxOutputTokens',
  'stopSequences',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseModalities',
  'responseLogprobs',
  'speechConfig',
  'imageConfig',
  'thinkingConfig',
  'audioTimestamp',
  'routingConfig',
  'enableEnhancedCivicAnswers',
  'voiceConfig',
  'multiSpeakerVoiceConfig',
  'languageCode',
  'prebuiltVoiceConfig',
  'voiceName',
  'aspectRatio',
  'imageSize',
  'imageOutputOptions',
  'includeThoughts',
  'thinkingBudget',
  'thinkingLevel',
  'promptTemplateName',
  'responseTemplateName',
]

const canonicalOf: ReadonlyMap<string, string> = new Map(canonicalNames.map((name) => [snakeCase(name), name]))

/**
 * Gives every known member its canonical camelCase name: the JSON of protocol buffers allows snake_case in requests too
 * (https://protobuf.dev/programming-guides/json/). Unknown members and free-form values stay unchanged. Returns the same object where
 * there is nothing to rename.
 */
export function normaliseRequest(wire: WireObject): WireObject {
  return normaliseObject(wire) as WireObject
}

/** Changes a pointer with canonical names to the client's spelling: `/system_instruction` where the client wrote that. */
export function spelled(wire: WireObject, at: string): string {
  if (!at.startsWith('/')) return at
  let place: unknown = wire
  const steps = at
    .slice(1)
    .split('/')
    .flatMap((step) => {
      const holder: Readonly<Record<string, unknown>> = typeof place === 'object' && place !== null ? (place as WireObject) : {}
      // There is no index where the client sent one object in place of a list.
      if (step === '0' && place === holder && !Array.isArray(place) && !('0' in holder)) return []
      const snake = snakeCase(step)
      const name = step in holder || !(snake in holder) ? step : snake
      place = holder[name]
      return name
    })
  return `/${steps.join('/')}`
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function normalise(value: unknown): unknown {
  if (Array.isArray(value)) return normaliseList(value)
  return typeof value === 'object' && value !== null ? normaliseObject(value) : value
}

function normaliseList(list: readonly unknown[]): readonly unknown[] {
  // Nearly always the same: a copy is made from the first change on.
  let items: unknown[] | undefined
  for (const [index, item] of list.entries()) {
    const normal = normalise(item)
    if (items === undefined && normal !== item) items = list.slice(0, index)
    items?.push(normal)
  }
  return items ?? list
}

function normaliseObject(object: object): object {
  const members = object as Readonly<Record<string, unknown>>
  const names = Object.keys(members)
  let after: [string, unknown][] | undefined
  for (const [index, name] of names.entries()) {
    const value = members[name]
    const canonical = canonicalOf.get(name) ?? name
    const normal = freeForm.has(canonical) ? value : normalise(value)
    if (after === undefined && (canonical !== name || normal !== value)) after = names.slice(0, index).map((same) => [same, members[same]])
    after?.push([canonical, normal])
  }
  return after === undefined ? object : Object.fromEntries(after)
}
