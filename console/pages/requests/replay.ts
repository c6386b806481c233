import type { PlatformRequestDetails } from '../../../generated/platform/model/index.js'
import { chatDialects, type ChatDialect } from '../../../src/exchange/dialect-name.js'
import { parseObject, type JsonObject } from '../../../src/json/object.js'

export interface Replay {
  readonly style: ChatDialect
  /** With the model in it, also where the path had it. */
  readonly body: JsonObject
}

/** The request as it could be sent again; undefined where its body was not kept whole, or is of no chat style. */
export function replayOf(request: Pick<PlatformRequestDetails, 'style' | 'model' | 'request_body'>): Replay | undefined {
  const style = chatDialects.find((one) => one === request.style)
  const body = parseObject(request.request_body ?? '')
  if (style === undefined || body === undefined) return undefined
  return { style, body: body['model'] === undefined && request.model !== null ? { model: request.model, ...body } : body }
}

/** JSON with line breaks; a text that is none, such as a beginning, stays as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
