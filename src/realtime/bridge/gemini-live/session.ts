import { amount, text } from './reading.js'
import { objectsOf, objectOf, type JsonObject } from '../../../json/object.js'
import { Problem } from './problem.js'
import { formatOf, pcm, type AudioFormat } from './audio-format.js'

/** The settings of a session, from either format of `session.update`. */
export interface Settings {
  readonly modality: 'text' | 'audio'
  readonly instructions: string
  readonly tools: readonly JsonObject[]
  readonly toolChoice: 'auto' | 'none'
  readonly voice: string
  readonly inputFormat: AudioFormat
  readonly outputFormat: AudioFormat
  readonly transcription: JsonObject | null
  /** `null`: the client marks the end of the user's turn. `undefined`: the provider's default. */
  readonly turnDetection: JsonObject | null | undefined
  readonly maxOutputTokens: number | 'inf'
  readonly temperature?: number
}

export const firstSettings: Settings = {
  modality: 'audio',
  instructions: '',
  tools: [],
  toolChoice: 'auto',
  voice: 'alloy',
  inputFormat: pcm,
  outputFormat: pcm,
  transcription: null,
  turnDetection: undefined,
  maxOutputTokens: 'inf',
}

/** The settings after a `session.update`, in the current format or the older flat one. Throws `Problem` for what the provider cannot do. */
export function updated(settings: Settings, wire: JsonObject): Settings {
  if (wire['type'] === 'transcription') throw new Problem('The provider behind this model has no transcription sessions.', 'session.type')
  const audio = objectOf(wire['audio'])
  const [input, output] = [objectOf(audio?.['input']), objectOf(audio?.['output'])]
  const voice = output?.['voice'] ?? wire['voice']
  const temperature = amount(wire['temperature'])
  return {
    ...settings,
    ...present('modality', modalityOf(wire['output_modalities'] ?? wire['modalities'])),
    ...present('instructions', text(wire['instructions'])),
    ...(wire['tools'] === undefined ? {} : { tools: functionsOf(wire['tools']) }),
    ...(wire['tool_choice'] === undefined ? {} : { toolChoice: toolChoiceOf(wire['tool_choice']) }),
    ...present('voice', text(voice) ?? text(objectOf(voice)?.['name'])),
    ...present('inputFormat', formatOf(input?.['format'] ?? wire['input_audio_format'], 'session.audio.input.format')),
    ...present('outputFormat', outputOf(output?.['format'] ?? wire['output_audio_format'])),
    ...member('transcription', input, 'transcription', wire, 'input_audio_transcription'),
    ...checkedTurns(member('turnDetection', input, 'turn_detection', wire, 'turn_detection')),
    ...present('maxOutputTokens', limitOf(wire['max_output_tokens'] ?? wire['max_response_output_tokens'])),
    ...(temperature === undefined ? {} : { temperature }),
  }
}

/** The session object for the client. */
export function sessionObject(settings: Settings, id: string, model: string): JsonObject {
  return {
    type: 'realtime',
    object: 'realtime.session',
    id,
    model,
    output_modalities: [settings.modality],
    instructions: settings.instructions,
    tools: settings.tools,
    tool_choice: settings.toolChoice,
    max_output_tokens: settings.maxOutputTokens,
    tracing: null,
    truncation: 'auto',
    prompt: null,
    audio: {
      input: {
        format: settings.inputFormat,
        transcription: settings.transcription,
        noise_reduction: null,
        turn_detection: settings.turnDetection === undefined ? { type: 'server_vad', ...ownTurns } : settings.turnDetection,
      },
      output: { format: settings.outputFormat, voice: settings.voice, speed: 1 },
    },
    include: null,
  }
}

const ownTurns = { create_response: true, interrupt_response: true, idle_timeout_ms: null }

function present<Name extends keyof Settings>(name: Name, value: Settings[Name] | undefined): Partial<Settings> {
  return value === undefined ? {} : { [name]: value }
}

function member(
  name: keyof Settings,
  nested: JsonObject | undefined,
  nestedName: string,
  flat: JsonObject,
  flatName: string,
): Partial<Settings> {
  const value = nested !== undefined && nestedName in nested ? nested[nestedName] : flat[flatName]
  if (value === null) return { [name]: null }
  const wire = objectOf(value)
  return wire === undefined ? {} : { [name]: wire }
}

function modalityOf(wire: unknown): 'text' | 'audio' | undefined {
  if (!Array.isArray(wire)) return undefined
  return wire.includes('audio') ? 'audio' : 'text'
}

function functionsOf(wire: unknown): readonly JsonObject[] {
  const tools = objectsOf(wire)
  tools.forEach((tool, index) => {
    if (tool['type'] !== undefined && tool['type'] !== 'function')
      throw new Problem('The provider behind this model accepts function tools only.', `session.tools[${index}].type`)
    if (text(tool['name']) === undefined) throw new Problem('A function needs a name.', `session.tools[${index}].name`)
  })
  return tools
}

function toolChoiceOf(wire: unknown): 'auto' | 'none' {
  if (wire === 'auto' || wire === 'none') return wire
  throw new Problem('The provider behind this model cannot be forced to call a tool; use auto or none.', 'session.tool_choice')
}

/** The provider has one output rate; G.711 is encoded from it. */
function outputOf(wire: unknown): AudioFormat | undefined {
  const format = formatOf(wire, 'session.audio.output.format')
  if (format !== undefined && format.type === 'audio/pcm' && format.rate !== 24000)
    throw new Problem('The provider behind this model returns 24000 samples a second only.', 'session.audio.output.format.rate')
  return format
}

function checkedTurns(change: Partial<Settings>): Partial<Settings> {
  if (change.turnDetection?.['create_response'] === false)
    throw new Problem(
      'The provider behind this model answers each turn that it detects. With turn_detection null the client decides.',
      'session.audio.input.turn_detection.create_response',
    )
  return change
}

function limitOf(wire: unknown): number | 'inf' | undefined {
  return wire === 'inf' ? 'inf' : amount(wire)
}
