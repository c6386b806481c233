import type { Operations } from '../../generated/operations.js'
import type { ModelsAnthropicList } from '../../generated/models/model/models-anthropic-list.js'
import type { ModelsAnthropicModel } from '../../generated/models/model/models-anthropic-model.js'
import type { ModelsGeminiList } from '../../generated/models/model/models-gemini-list.js'
import type { ModelsGeminiModel } from '../../generated/models/model/models-gemini-model.js'
import type { ModelsOpenAIList } from '../../generated/models/model/models-open-ailist.js'
import type { ModelsOpenAIModel } from '../../generated/models/model/models-open-aimodel.js'
import { factsOf } from '../contract/error-format.js'
import { GatewayFailure } from '../exchange/error.js'
import { findModel, listModels as modelsOf } from '../routing/resolve-model.js'
import type { RoutedModel } from '../routing/target.js'
import type { OperationHandler } from './operation.js'
import { defined } from '../json/object.js'

type Query = Operations['listModels']['parameters']

/** `GET /v1/models`: the models that the token may use, in the format of the caller's library. */
export const listModels: OperationHandler<'listModels'> = async (request, { routing, providerModels }, query) => {
  const models = await modelsOf(routing, providerModels, request.caller)
  return { status: 200, body: lists[factsOf(request.errorFormat).family](models, query) }
}

/** `GET /v1beta/models` */
export const listModelsV1beta: OperationHandler<'listModelsV1beta'> = async (request, { routing, providerModels }, query) => {
  return { status: 200, body: geminiList(await modelsOf(routing, providerModels, request.caller), query) }
}

/** `GET /v1/models/{model}` */
export const getModel: OperationHandler<'getModel'> = async (request, { routing, providerModels }, { model }) => {
  return {
    status: 200,
    body: shown[factsOf(request.errorFormat).family](await findModel(routing, providerModels, request.caller, model)),
  }
}

/** `GET /v1beta/models/{model}` */
export const getModelV1beta: OperationHandler<'getModelV1beta'> = async (request, { routing, providerModels }, { model }) => {
  return { status: 200, body: geminiModel(await findModel(routing, providerModels, request.caller, model)) }
}

const lists = { openai: openaiList, anthropic: anthropicList, gemini: geminiList }
const shown = { openai: openaiModel, anthropic: anthropicModel, gemini: geminiModel }

function openaiModel(model: RoutedModel): ModelsOpenAIModel {
  return { id: model.name, object: 'model', created: model.created, owned_by: 'anywire' }
}

function anthropicModel(model: RoutedModel): ModelsAnthropicModel {
  return { type: 'model', id: model.name, display_name: model.name, created_at: new Date(model.created * 1000).toISOString() }
}

function geminiModel(model: RoutedModel): ModelsGeminiModel {
  return {
    name: `models/${model.name}`,
    version: '001',
    displayName: model.name,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  }
}

function openaiList(models: readonly RoutedModel[]): ModelsOpenAIList {
  return { object: 'list', data: models.map(openaiModel) }
}

/** `has_more`: whether there are more models in the direction of the page (https://platform.claude.com/docs/en/api/models-list). */
function anthropicList(models: readonly RoutedModel[], { limit = 20, after_id: after, before_id: before }: Query): ModelsAnthropicList {
  const indexOf = (name: string): number => models.findIndex((model) => model.name === name)
  const isBefore = after === undefined && before !== undefined
  const end = isBefore ? Math.max(0, indexOf(before)) : models.length
  const start = isBefore ? Math.max(0, end - limit) : after === undefined ? 0 : indexOf(after) + 1
  const data = models.slice(start, Math.min(end, start + limit)).map(anthropicModel)
  return { data, has_more: isBefore ? start > 0 : start + limit < end, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
}

/** As at Gemini, 0 means the default page size, and a size above the largest means the largest. */
function geminiList(models: readonly RoutedModel[], { pageSize = 0, pageToken = '' }: Query): ModelsGeminiList {
  const from = offsetIn(pageToken)
  const next = from + Math.min(pageSize === 0 ? 50 : pageSize, 1000)
  return defined({ models: models.slice(from, next).map(geminiModel), nextPageToken: next < models.length ? String(next) : undefined })
}

/** Page tokens are offsets; anything else is a 400. */
function offsetIn(token: string): number {
  if (token === '') return 0
  if (!/^\d{1,15}$/.test(token))
    throw new GatewayFailure({ kind: 'invalid_request', message: 'pageToken is none that a list here has given', param: 'pageToken' })
  return Number(token)
}
