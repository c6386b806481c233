import { hasNoArguments } from '../../../dialects/generate-content/request/schema.js'
import { amount, text } from './reading.js'
import { defined, objectOf, type JsonObject } from '../../../json/object.js'
import type { Settings } from './session.js'

/** OpenAI's voices, which Gemini refuses. */
const foreignVoices: ReadonlySet<string> = new Set('alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse'.split(' '))

/** The first message to the provider: all settings of the session (https://ai.google.dev/api/live). */
export function setupMessage(settings: Settings, model: string): JsonObject {
  const { modality, instructions, tools, toolChoice, voice, transcription, turnDetection, maxOutputTokens, temperature } = settings
  return {
    setup: defined<JsonObject>({
      model: /^(models|publishers|tunedModels|projects)\//.test(model) ? model : `models/${model}`,
      generationConfig: defined<JsonObject>({
        responseModalities: [modality.toUpperCase()],
        temperature,
        maxOutputTokens: maxOutputTokens === 'inf' ? undefined : maxOutputTokens,
        speechConfig:
          modality === 'text' || foreignVoices.has(voice) ? undefined : { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } },
      }),
      systemInstruction: instructions === '' ? undefined : { role: 'user', parts: [{ text: instructions }] },
      tools: tools.length === 0 || toolChoice === 'none' ? undefined : [{ functionDeclarations: tools.map(declaration) }],
      ...turnSettings(turnDetection),
      inputAudioTranscription: transcription === null ? undefined : {},
      outputAudioTranscription: modality === 'audio' ? {} : undefined,
    }),
  }
}

function declaration(tool: JsonObject): JsonObject {
  const description = text(tool['description'])
  const parameters = objectOf(tool['parameters'])
  return defined({
    name: tool['name'],
    description,
    parametersJsonSchema: parameters === undefined || hasNoArguments(parameters) ? undefined : parameters,
  })
}

function turnSettings(turns: JsonObject | null | undefined): JsonObject {
  if (turns === undefined) return {}
  if (turns === null) return { realtimeInputConfig: { automaticActivityDetection: { disabled: true } } }
  const prefix = amount(turns['prefix_padding_ms'])
  const silence = amount(turns['silence_duration_ms'])
  const eagerness = { low: 'END_SENSITIVITY_LOW', high: 'END_SENSITIVITY_HIGH' }[text(turns['eagerness']) ?? '']
  const detection = defined<JsonObject>({ prefixPaddingMs: prefix, silenceDurationMs: silence, endOfSpeechSensitivity: eagerness })
  const config = defined<JsonObject>({
    automaticActivityDetection: Object.keys(detection).length === 0 ? undefined : detection,
    activityHandling: turns['interrupt_response'] === false ? 'NO_INTERRUPTION' : undefined,
  })
  return Object.keys(config).length === 0 ? {} : { realtimeInputConfig: config }
}
