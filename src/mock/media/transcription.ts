import { refuse } from '../../exchange/error.js'
import { fieldOf } from '../../media/multipart/form.js'
import { tokensOf } from '../conversation/tokens.js'
import { jsonAnswer, plainScript, type MockAnswer } from '../whole-answer.js'
import type { MediaQuestion } from './media-question.js'
import { defined } from '../../json/object.js'

const text = 'Hello. This is the mock.'
const seconds = 2
const sentences = [
  { start: 0, end: 0.5, text: 'Hello.' },
  { start: 0.5, end: seconds, text: 'This is the mock.' },
]
/** Tokens of the recording. */
const soundTokens = 20

/** `POST /v1/audio/transcriptions` and `/translations`: the same two sentences for every recording, in the requested format. */
export function transcriptionAnswer({ request, form, stream, error }: MediaQuestion): MockAnswer {
  if (form?.files.some(({ name }) => name === 'file') !== true) throw refuse('/file', 'file is required')
  if (stream) return { script: plainScript(request, events(), error) }
  const format = fieldOf(form, 'response_format') ?? 'json'
  switch (format) {
    case 'json':
      return json({ text, usage })
    case 'verbose_json': {
      const granularities = form.fields.filter(({ name }) => name.startsWith('timestamp_granularities')).map(({ value }) => value)
      const task = request.operation.operationId === 'createTranslation' ? 'translate' : 'transcribe'
      const language = fieldOf(form, 'language') ?? 'english'
      return json({ task, language, duration: seconds, text, ...timed(granularities), usage: { type: 'duration', seconds } })
    }
    case 'diarized_json':
      return json({
        task: 'transcribe',
        duration: seconds,
        text,
        segments: sentences.map((sentence, index) => spoken(sentence, index)),
        usage,
      })
    case 'text':
      return plainText(`${text}\n`)
    case 'srt':
      return plainText(
        sentences
          .map(({ start, end, text: said }, index) => `${index + 1}\n${time(start, ',')} --> ${time(end, ',')}\n${said}\n`)
          .join('\n'),
      )
    case 'vtt':
      return plainText(
        `WEBVTT\n\n${sentences.map(({ start, end, text: said }) => `${time(start, '.')} --> ${time(end, '.')}\n${said}\n`).join('\n')}`,
      )
    default:
      throw refuse('/response_format', 'response_format: the mock has json, text, srt, vtt, verbose_json and diarized_json.')
  }
}

const usage = { type: 'tokens', input_tokens: soundTokens, output_tokens: tokensOf(text), total_tokens: soundTokens + tokensOf(text) }

function timed(granularities: readonly string[]): object {
  const segments = sentences.map(({ start, end, text: said }, id) => ({
    ...{ id, seek: 0, start, end, text: said, tokens: [], temperature: 0 },
    ...{ avg_logprob: -0.1, compression_ratio: 1, no_speech_prob: 0 },
  }))
  return defined({
    segments: granularities.length === 0 || granularities.includes('segment') ? segments : undefined,
    words: granularities.includes('word') ? words() : undefined,
  })
}

/** Each word of a sentence takes the same time. */
function words(): object[] {
  return sentences.flatMap(({ start, end, text: said }) => {
    const list = said.split(' ')
    const each = (end - start) / list.length
    return list.map((word, index) => ({ word: word.replace(/\.$/, ''), start: start + index * each, end: start + (index + 1) * each }))
  })
}

function spoken({ start, end, text: said }: (typeof sentences)[number], index: number): object {
  return { type: 'transcript.text.segment', id: `seg_${index}`, start, end, text: said, speaker: 'A' }
}

function events(): string {
  const deltas = (text.match(/\S+\s*/g) ?? []).map((delta) => ({ type: 'transcript.text.delta', delta }))
  const all = [...deltas, { type: 'transcript.text.done', text, usage }]
  return all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

function time(at: number, point: string): string {
  return `00:00:${String(Math.floor(at)).padStart(2, '0')}${point}${String(Math.round((at % 1) * 1000)).padStart(3, '0')}`
}

function json(body: object): MockAnswer {
  return { whole: jsonAnswer(body) }
}

function plainText(body: string): MockAnswer {
  return { whole: { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body } }
}
