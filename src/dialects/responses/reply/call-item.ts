import type { ResponsesOutputItem } from '../../../../generated/responses/model/index.js'
import { argumentsObject } from '../../../exchange/custom-tool.js'
import type { Tool, ClientToolKind } from '../../../exchange/request.js'

/** A call of the model, by the name that the tool has in the request's catalogue. */
export interface ModelCall {
  readonly kind: 'function' | 'custom'
  /** `call_id`. */
  readonly id: string
  readonly name: string
  /** What the client knows the tool as. */
  readonly form: ClientToolKind | undefined
}

export function formOf(name: string, tools: readonly Tool[]): ClientToolKind | undefined {
  for (const tool of tools) if (tool.type !== 'provider' && tool.name === name) return tool.clientKind
  return undefined
}

export function callItemId({ kind, form }: ModelCall, newId: (prefix: string) => string): string {
  return newId(form?.type === 'tool-search' ? 'tsc_' : kind === 'custom' ? 'ctc_' : 'fc_')
}

/** A call as an item, under the tool's own name. */
export function callItem({ kind, id: call_id, name, form }: ModelCall, id: string, status: string, input: string): ResponsesOutputItem {
  if (form?.type === 'tool-search')
    return { type: 'tool_search_call', id, call_id, execution: 'client', status, arguments: argumentsObject(input) ?? input }
  const named = form === undefined ? { name } : { name: form.name, namespace: form.namespace }
  return kind === 'custom'
    ? { type: 'custom_tool_call', id, status, call_id, ...named, input }
    : { type: 'function_call', id, status, call_id, ...named, arguments: input }
}
