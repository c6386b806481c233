import type { ModelsAnthropicList } from '../../generated/models/model/models-anthropic-list.js'
import type { ModelsAnthropicModel } from '../../generated/models/model/models-anthropic-model.js'
import type { ModelsGeminiList } from '../../generated/models/model/models-gemini-list.js'
import type { ModelsGeminiModel } from '../../generated/models/model/models-gemini-model.js'
import type { ModelsOpenAIList } from '../../generated/models/model/models-open-ailist.js'
import type { ModelsOpenAIModel } from '../../generated/models/model/models-open-aimodel.js'
import { factsOf } from '../contract/style.js'
import { GatewayFailure } from '../exchange/error.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import { sendJson } from '../relay/reply.js'
import { findModel, listModels as modelsOf } from '../routing/resolve-model.js'
import type { RoutedModel } from '../routing/target.js'
import type { OperationHandler } from './operation.js'

/** `GET /v1/models`, `/v1beta/models`: what the token may use, in the shape of the caller's family (`wire/models.md`). */
export const listModels: OperationHandler = (request, { routing }) => {
  const models = modelsOf(routing, request.caller)
  switch (factsOf(request.style).modelLists) {
    case 'gemini':
      reply(request, geminiList(models, request.query))
      return
    case 'anthropic':
      reply(request, anthropicList(models, request.query))
      return
    case 'openai':
      reply(request, { object: 'list', data: models.map(openaiModel) } satisfies ModelsOpenAIList)
  }
}

/** `GET /v1/models/{id}`, `/v1beta/models/{model}` */
export const getModel: OperationHandler = (request, { routing }) => {
  const [name = ''] = Object.values(request.parameters)
  const model = findModel(routing, request.caller, name)
  reply(request, shown[factsOf(request.style).modelLists](model))
}

const shown = { openai: openaiModel, anthropic: anthropicModel, gemini: geminiModel }

function reply(request: GatewayRequest, body: object): void {
  sendJson(request, 200, Buffer.from(JSON.stringify(body)), {})
}

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

function anthropicList(models: readonly RoutedModel[], query: URLSearchParams): ModelsAnthropicList {
  const limit = wholeNumber(query, 'limit', 20, 1, 1000)
  const after = query.get('after_id')
  const before = query.get('before_id')
  let page = models
  if (after !== null) page = models.slice(models.findIndex((model) => model.name === after) + 1)
  else if (before !== null) {
    const end = models.findIndex((model) => model.name === before)
    page = models.slice(Math.max(0, end - limit), Math.max(0, end))
  }
  const data = page.slice(0, limit).map(anthropicModel)
  return { data, has_more: page.length > limit, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
}

/** Page tokens are offsets; what else may stand there is a 400. */
function geminiList(models: readonly RoutedModel[], query: URLSearchParams): ModelsGeminiList {
  const size = wholeNumber(query, 'pageSize', 50, 1, 1000)
  const from = wholeNumber(query, 'pageToken', 0, 0, Number.MAX_SAFE_INTEGER)
  const next = from + size
  return { models: models.slice(from, next).map(geminiModel), ...(next < models.length ? { nextPageToken: String(next) } : {}) }
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number, least: number, most: number): number {
  const text = query.get(name)
  if (text === null || text === '') return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < least)
    throw new GatewayFailure({ kind: 'invalid_request', message: `${name} must be a whole number of at least ${least}`, param: name })
  return Math.min(value, most)
}
