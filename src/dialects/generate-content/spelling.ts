import type { WireObject } from '../dialect.js'

/**
 * The members whose values are data of the client's own: their member names are never touched. Schemas are among them; they are read in
 * both spellings by `schema.ts`.
 */
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

const canonicalOf: ReadonlyMap<string, string> = new Map(
  canonicalNames.map((name) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name]),
)

/**
 * Gives every known member its canonical camelCase name (the JSON form of protocol buffers takes snake_case in requests too). Unknown
 * members and free-form values stay as they are. Returns the same object where there is nothing to rename.
 */
export function normaliseRequest(wire: WireObject): WireObject {
  return normaliseObject(wire) as WireObject
}

function normalise(value: unknown): unknown {
  if (Array.isArray(value)) return normaliseList(value)
  return typeof value === 'object' && value !== null ? normaliseObject(value) : value
}

function normaliseList(list: readonly unknown[]): unknown {
  let changed = false
  const items = list.map((item) => {
    const next = normalise(item)
    if (next !== item) changed = true
    return next
  })
  return changed ? items : list
}

function normaliseObject(object: object): object {
  let changed = false
  const entries = Object.entries(object).map(([name, value]): [string, unknown] => {
    const canonical = canonicalOf.get(name) ?? name
    const next: unknown = freeForm.has(canonical) ? value : normalise(value)
    if (canonical !== name || next !== value) changed = true
    return [canonical, next]
  })
  return changed ? Object.fromEntries(entries) : object
}
