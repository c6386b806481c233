import type { WireObject } from '../../dialects/dialect.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import type { LossLedger } from '../../exchange/ledger.js'
import type { Usage } from '../../exchange/usage.js'
import { readGeminiReply } from '../gemini-reply.js'
import { unsupported, type MediaPlan, type MediaReply, type MediaTarget } from '../media.js'
import { isObject } from '../../json/object.js'
import { fieldOf, type FormFile, type MultipartForm } from '../multipart/form.js'
import { OpenAIEventTap } from '../openai-event-tap.js'
import { readTokenUsage } from '../usage.js'
import { transcriptionsFacts, translationsFacts } from './facts.js'

/** Usage of a relayed reply; plain-text formats have none. The detailed format has the length of the audio beside its usage. */
export function readTranscriptionUsage(wire: unknown): Usage | undefined {
  if (!isObject(wire)) return undefined
  const { usage, duration } = wire
  return readTokenUsage(usage) ?? (typeof duration === 'number' ? { audioInputSeconds: duration } : undefined)
}

/** `transcript.text.done` is the end; Mistral calls it `transcription.done`. */
export function createTranscriptionStreamTap(): OpenAIEventTap {
  return new OpenAIEventTap((type) => type === 'transcript.text.done' || type === 'transcription.done')
}

const passed = new Set(['model', 'language', 'prompt', 'response_format', 'temperature', 'stream'])

/** Fields that only tune the recognition; any other field is unknown. */
const tuning = new Set(['include[]', 'include', 'chunking_strategy', 'keywords[]', 'languages[]', 'languages'])

const mediaTypes: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mp3',
  mpga: 'audio/mp3',
  mpeg: 'audio/mp3',
  m4a: 'audio/m4a',
  mp4: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  webm: 'audio/webm',
  aiff: 'audio/aiff',
}

/** Plans a transcription by a chat model: Gemini transcribes audio in the prompt. */
export function planTranscriptionForm(task: 'transcriptions' | 'translations', form: MultipartForm, target: MediaTarget): MediaPlan {
  if (target.format !== 'gemini') throw unsupported(task === 'transcriptions' ? transcriptionsFacts : translationsFacts, target.asked)
  const file = form.files.find(({ name }) => name === 'file')
  if (file === undefined) throw refuse('/file', 'file is required')
  const { ledger } = target
  for (const { name } of form.fields) if (!passed.has(name)) leaveOut(name, ledger)
  const format = fieldOf(form, 'response_format') ?? 'json'
  if (format !== 'json' && format !== 'text')
    throw refuse(
      '/response_format',
      `Gemini returns no timestamps: use json or text, not ${format}. A whisper model of an OpenAI-compatible provider has them.`,
    )
  const stream = fieldOf(form, 'stream') === 'true'
  const body: WireObject = {
    contents: [
      {
        role: 'user',
        parts: [{ text: instruction(task, form) }, { inlineData: { mimeType: mediaTypeOf(file), data: file.bytes.toString('base64') } }],
      },
    ],
    generationConfig: { temperature: temperatureOf(form) },
  }
  return {
    type: 'translation',
    requests: [{ endpoint: 'generate-content', body }],
    encodeReply: ([reply]) => encodeReply(reply, format, stream),
  }
}

function leaveOut(name: string, ledger: LossLedger): void {
  if (name.startsWith('timestamp_granularities')) throw refuse('/timestamp_granularities', 'Gemini returns no timestamps.')
  if (name.startsWith('known_speaker')) throw refuse(`/${name}`, 'Gemini does not support samples of known speakers.')
  ledger.drop(`/${name}`, tuning.has(name) ? 'Gemini has no such setting' : 'has no counterpart at this provider')
}

function instruction(task: 'transcriptions' | 'translations', form: MultipartForm): string {
  const language = fieldOf(form, 'language')
  const hint = fieldOf(form, 'prompt')
  return [
    task === 'translations'
      ? 'Write down in English what is said in this recording, whatever language it is in.'
      : 'Write down word for word what is said in this recording, in the language that is spoken.',
    'Answer with that text alone: no introduction, no quotation marks, no times, no speaker names.',
    ...(language === undefined ? [] : [`The language is ${language}.`]),
    ...(hint === undefined ? [] : [`This may help with names and style: ${hint}`]),
  ].join('\n')
}

function mediaTypeOf({ contentType, filename }: FormFile): string {
  if (contentType !== undefined && /^(audio|video)\//.test(contentType)) return contentType
  return mediaTypes[filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()] ?? 'audio/wav'
}

function temperatureOf(form: MultipartForm): number {
  const text = fieldOf(form, 'temperature')
  const value = text === undefined || text === '' ? 0 : Number(text)
  if (!(value >= 0 && value <= 2)) throw refuse('/temperature', 'temperature must be a number from 0 to 1.')
  return value
}

function encodeReply(wire: unknown, format: 'json' | 'text', stream: boolean): MediaReply {
  const { text, blocked, usage } = readGeminiReply(wire)
  if (text === '' && blocked !== undefined)
    throw new GatewayFailure({
      kind: 'invalid_request',
      code: 'content_policy_violation',
      message: `The provider returned no transcript: ${blocked}`,
    })
  const words = text.trim()
  const counted = usage === undefined ? {} : { usage }
  if (stream) return { contentType: 'text/event-stream; charset=utf-8', body: encodeEvents(words, usage), ...counted }
  if (format === 'text') return { contentType: 'text/plain; charset=utf-8', body: `${words}\n`, ...counted }
  return { contentType: 'application/json', body: { text: words, ...usageMember(usage) }, ...counted }
}

function encodeEvents(text: string, usage: Usage | undefined): string {
  const events = [
    { type: 'transcript.text.delta', delta: text },
    { type: 'transcript.text.done', text, ...usageMember(usage) },
  ]
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
}

function usageMember(usage: Usage | undefined): WireObject {
  if (usage === undefined) return {}
  const input = usage.inputTokens ?? 0
  const output = usage.outputTokens ?? 0
  const audio = usage.audioInputTokens
  const details = audio === undefined ? {} : { input_token_details: { audio_tokens: audio, text_tokens: input - audio } }
  return { usage: { type: 'tokens', input_tokens: input, output_tokens: output, total_tokens: input + output, ...details } }
}
