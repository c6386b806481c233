import { isObject, listOf, objectsOf, textOrEmpty } from '../../json/object.js'
import { jsonAnswer, type MockAnswer } from '../whole-answer.js'
import type { MediaQuestion } from './media-question.js'

/** Categories, and words that the mock flags for them. */
const categories: readonly (readonly [name: string, words: RegExp])[] = [
  ['harassment', /\b(?:idiot|harass\w*)\b/i],
  ['hate', /\bhate\b/i],
  ['illicit', /\b(?:drugs|steal)\b/i],
  ['self-harm', /\bself-harm\b/i],
  ['sexual', /\bsexual\b/i],
  ['violence', /\b(?:kill|violen\w*|attack)\b/i],
]

/** `POST /v1/moderations`: a result for each text; parts with texts and images are one input. */
export function moderationsAnswer({ wire, model, newId }: MediaQuestion): MockAnswer {
  const { input } = wire
  const list = listOf([input].flat())
  const texts = list.every((entry) => typeof entry === 'string')
    ? list
    : [
        objectsOf(list)
          .map(({ text }) => textOrEmpty(text))
          .join('\n'),
      ]
  const types = list.some((entry) => isObject(entry) && entry['type'] === 'image_url') ? ['text', 'image'] : ['text']
  const results = texts.map((text) => resultOf(text, types))
  return { whole: jsonAnswer({ id: newId('modr-'), model: model === '' ? 'omni-moderation-latest' : model, results }) }
}

function resultOf(text: string, types: readonly string[]): object {
  const flags = categories.map(([name, words]) => [name, words.test(text)] as const)
  return {
    flagged: flags.some(([, flagged]) => flagged),
    categories: Object.fromEntries(flags),
    category_scores: Object.fromEntries(flags.map(([name, flagged]) => [name, flagged ? 0.9 : 0.001])),
    category_applied_input_types: Object.fromEntries(flags.map(([name]) => [name, types])),
  }
}
