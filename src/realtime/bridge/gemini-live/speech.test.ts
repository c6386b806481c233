import { Conversation, type Emit } from './conversation.js'
import { Speech } from './speech.js'

function speech() {
  const events: (Record<string, unknown> & { type: string })[] = []
  const emit: Emit = (type, fields) => events.push({ ...fields, type })
  let ids = 0
  return { speech: new Speech(emit, new Conversation(emit), (prefix) => `${prefix}${++ids}`), events }
}

test.each([1, 2, 3, 4, 5, 6])('%i samples are as long as they are, whatever the padding of their base64', (samples) => {
  const { speech: one, events } = speech()
  one.append(Buffer.alloc(samples * 2).toString('base64'), 1)
  one.commit(true)
  expect(events[0]).toMatchObject({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: samples * 1000 })
})

test.each([
  [false, '', []],
  [true, '', ['']],
  [false, ' Hi. ', ['Hi.']],
])('transcribed: %j; a transcript of %j', (transcribed, text, completed) => {
  const { speech: one, events } = speech()
  if (text !== '') one.transcript(text)
  one.commit(false)
  one.completeTranscript(transcribed)
  expect(events.filter(({ type }) => type.endsWith('transcription.completed')).map(({ transcript }) => transcript)).toEqual(completed)
})
