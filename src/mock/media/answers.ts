import type { MockAnswer } from '../whole-answer.js'
import { completionsAnswer } from './completions.js'
import { batchEmbedContentsAnswer, embedContentAnswer, embeddingsAnswer } from './embeddings.js'
import { imageEditsAnswer, imagesAnswer } from './images.js'
import type { MediaQuestion } from './media-question.js'
import { moderationsAnswer } from './moderations.js'
import { rerankAnswer } from './rerank.js'
import { speechAnswer } from './speech.js'
import { transcriptionAnswer } from './transcription.js'

const answers: Readonly<Record<string, (question: MediaQuestion) => MockAnswer>> = {
  createCompletion: completionsAnswer,
  createEmbedding: embeddingsAnswer,
  embedContent: embedContentAnswer,
  embedContentV1: embedContentAnswer,
  batchEmbedContents: batchEmbedContentsAnswer,
  batchEmbedContentsV1: batchEmbedContentsAnswer,
  createImage: imagesAnswer,
  createImageEdit: imageEditsAnswer,
  createSpeech: speechAnswer,
  createTranscription: transcriptionAnswer,
  createTranslation: transcriptionAnswer,
  createRerank: rerankAnswer,
  createRerankV2: rerankAnswer,
  createModeration: moderationsAnswer,
}

/** An answer that does what the request asks for; `undefined`: the operation is answered with examples alone. */
export function mediaAnswerOf(operationId: string, question: MediaQuestion): MockAnswer | undefined {
  return Object.hasOwn(answers, operationId) ? answers[operationId]?.(question) : undefined
}
