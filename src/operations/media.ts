import { readTranscriptionUsage, createTranscriptionStreamTap, planTranscriptionForm } from '../media/audio/transcription.js'
import { speech } from '../media/audio/speech.js'
import { completions } from '../media/completions/index.js'
import { geminiBatchEmbedContents, geminiEmbedContent, openaiEmbeddings } from '../media/embeddings/index.js'
import { imageEdits, imageGenerations, planImageEditForm } from '../media/images/index.js'
import type { MediaCodec } from '../media/media.js'
import { mediaObjectIds } from '../media/object-ids.js'
import { readErrorInReply } from '../media/openai-error.js'
import { moderations } from '../media/moderations/index.js'
import { rerank, rerankV2 } from '../media/rerank/index.js'
import type { Caller } from '../access/caller.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import type { Routing } from '../routing/routing.js'
import { runMedia } from '../relay/media/media.js'
import { modelOf, requiredBody, targetsOf } from './converse.js'
import { moderationModel } from './moderation-model.js'
import type { Handlers, ModelServices } from './operation.js'
import { reserve } from './reserve.js'
import { uploadOperation } from './upload.js'

/** All have the tags; Gemini's have the model in the path. */
interface MediaParameters {
  readonly 'x-anywire-tags'?: string
  readonly model?: string
}

type MediaHandler = (request: GatewayRequest, services: ModelServices, parameters: MediaParameters) => Promise<void>

/** An operation with a JSON body that names its model in the body or, as Gemini's do, in the path. `modelFor`: the model where the body names none. */
function jsonOperation(codec: MediaCodec, modelFor?: (routing: Routing, caller: Caller) => string): MediaHandler {
  return async (request, services, parameters) => {
    const { bytes, json: wire } = requiredBody(request)
    const unnamed = wire.model === undefined ? modelFor : undefined
    const model = unnamed?.(services.routing, request.caller) ?? parameters.model ?? modelOf(wire)
    const targets = targetsOf(request, services, codec.task, model)
    await services.issuedIds.check(request.caller.owner, targets, mediaObjectIds, wire, bytes)
    await runMedia(services.relay, request, {
      codec,
      model,
      wire,
      bytes,
      targets: await reserve(request, services, {
        model,
        wire,
        targets,
        writes: !readingTasks.has(codec.task),
        units: codec.unitsOf?.(wire),
      }),
    })
  }
}

/** Tasks whose answer has no tokens. */
const readingTasks: ReadonlySet<string> = new Set(['embeddings', 'rerank', 'moderations'])

const transcription = {
  readUsage: readTranscriptionUsage,
  readErrorInReply,
  createStreamTap: createTranscriptionStreamTap,
}

const createImageEditForm = uploadOperation({ codec: imageEdits, files: ['image', 'image[]'], plan: planImageEditForm })
const createImageEditJson = jsonOperation(imageEdits)

/** The operations beside chat. */
export const mediaOperations = {
  createCompletion: jsonOperation(completions),
  createEmbedding: jsonOperation(openaiEmbeddings),
  embedContent: jsonOperation(geminiEmbedContent),
  embedContentV1: jsonOperation(geminiEmbedContent),
  batchEmbedContents: jsonOperation(geminiBatchEmbedContents),
  batchEmbedContentsV1: jsonOperation(geminiBatchEmbedContents),
  createImage: jsonOperation(imageGenerations),
  createImageEdit: (request, services, parameters) =>
    request.body === undefined ? createImageEditForm(request, services) : createImageEditJson(request, services, parameters),
  createTranscription: uploadOperation({
    codec: { task: 'transcriptions', ...transcription },
    files: ['file'],
    fileAlternatives: ['file_url', 'file_id'],
    plan: (form, target) => planTranscriptionForm('transcriptions', form, target),
  }),
  createTranslation: uploadOperation({
    codec: { task: 'translations', ...transcription },
    files: ['file'],
    plan: (form, target) => planTranscriptionForm('translations', form, target),
  }),
  createSpeech: jsonOperation(speech),
  createRerank: jsonOperation(rerank),
  createRerankV2: jsonOperation(rerankV2),
  createModeration: jsonOperation(moderations, moderationModel),
} satisfies Handlers<ModelServices>
