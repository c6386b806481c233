import type { MockAnswer } from '../whole-answer.js'
import type { MediaQuestion } from './media-question.js'
import { speechAnswer } from './speech.js'

const answers: Readonly<Record<string, (question: MediaQuestion) => MockAnswer>> = {
  createSpeech: speechAnswer,
}

/** An answer that does what the request asks for; `undefined`: the operation is answered with examples alone. */
export function mediaAnswerOf(operationId: string, question: MediaQuestion): MockAnswer | undefined {
  return Object.hasOwn(answers, operationId) ? answers[operationId]?.(question) : undefined
}
