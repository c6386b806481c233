import { parseObject } from '../../../src/json/object.js'
import type { AnswerTurn, Picture, Turn } from './conversation.js'
import { exported, readExported } from './export.js'
import { defaultSettings } from './settings.js'

const medium = (mediaType: string, data = 'AAAA'): Picture => ({ name: mediaType, mediaType, data })

const answer = (...pictures: readonly Picture[]): AnswerTurn => ({
  kind: 'answer',
  id: 0,
  text: 'Hello',
  reasoning: '',
  calls: [],
  pictures,
  standing: { state: 'complete', finish: 'stop' },
  measures: { model: 'fast', style: 'messages' },
})

const user = (...pictures: readonly Picture[]): Turn => ({ kind: 'user', id: 0, text: 'Hi', pictures })

/** What an import of the export of these turns has. */
const read = (...turns: readonly Turn[]) => readExported(parseObject(JSON.stringify(exported(defaultSettings, turns))) ?? {})?.turns

test('pictures and sound of an answer come back', () => {
  const types = ['image/png', 'audio/mpeg', 'audio/l16;rate=24000', 'audio/L16;codec=pcm;rate=24000', 'audio/mp4; codecs=mp4a.40.2']
  const turns = [user(medium('image/png')), answer(...types.map((type) => medium(type)))]
  expect(read(...turns)).toEqual(turns)
})

test('sound that could not be read, and sound that was cut', () => {
  const turn = { ...answer(medium('audio/wav', '')), soundCut: true }
  expect(read(turn)).toEqual([turn])
})

test('what is neither a picture nor sound is left out; messages of users have no sound', () => {
  const odd = [medium('text/html'), medium('image/svg+xml'), medium('audio/a b'), medium('audio/x;"'), medium('audio/wav', '"')]
  expect(read(answer(...odd))).toEqual([answer()])
  expect(read(user(medium('audio/wav'), medium('image/png')))).toEqual([user(medium('image/png'))])
})
