import type { ResponsesToolSearchCall, ResponsesToolSearchOutput } from '../../../../generated/responses/model/index.js'
import { dropUnknown, LossLedger } from '../../../exchange/ledger.js'
import type { ToolCallPart, ToolResultPart } from '../../../exchange/part.js'
import { moveIdentity } from './item-identity.js'
import type { ToolCatalogue } from './tool-catalogue.js'
import { decodeTools } from './tools-decode.js'

const callMembers = new Set(['type', 'id', 'call_id', 'execution', 'arguments', 'status'])
const outputMembers = new Set(['type', 'id', 'call_id', 'execution', 'tools', 'status'])

const notNeeded = 'not needed: all tools are sent from the start'

/** Decodes a tool search that the client has run to a call of a function; `undefined` for one that the provider has run. */
export function decodeSearchCall(
  item: ResponsesToolSearchCall,
  at: string,
  catalogue: ToolCatalogue,
  ledger: LossLedger,
): ToolCallPart | undefined {
  if (!isRunByClient(item)) {
    ledger.move(at, notNeeded)
    return undefined
  }
  recordMembers(item, callMembers, at, ledger)
  const input = typeof item.arguments === 'string' ? item.arguments : JSON.stringify(item.arguments)
  return { type: 'tool-call', id: item.call_id, name: catalogue.searchName, kind: 'function', input, at }
}

/** Decodes its result to the names of the found tools, which are among the tools of the request. */
export function decodeSearchOutput(
  item: ResponsesToolSearchOutput,
  at: string,
  catalogue: ToolCatalogue,
  ledger: LossLedger,
): ToolResultPart | undefined {
  if (!isRunByClient(item)) {
    ledger.move(at, notNeeded)
    return undefined
  }
  recordMembers(item, outputMembers, at, ledger)
  // The losses of the declarations are recorded where the tools of the request are decoded (`toolsInItems`).
  const tools = decodeTools(item.tools, '', new LossLedger())
  const names = tools.map((tool) => {
    if (tool.type === 'provider') return tool.label
    const clientKind = tool.clientKind
    return clientKind?.type === 'namespaced'
      ? catalogue.nameOf(clientKind.namespace, clientKind.name)
      : catalogue.nameOf(undefined, tool.name)
  })
  const text = names.length === 0 ? 'No tools were found.' : `Found tools: ${names.join(', ')}`
  return { type: 'tool-result', callId: item.call_id, kind: 'function', content: [{ type: 'text', text, at: `${at}/tools` }], at }
}

/** Whether the client has run the search. A search that the provider has run needs no result of the client. */
function isRunByClient<Item extends ResponsesToolSearchCall | ResponsesToolSearchOutput>(
  item: Item,
): item is Item & { readonly call_id: string } {
  return item.execution !== 'server' && typeof item.call_id === 'string' && item.call_id !== ''
}

function recordMembers(
  item: ResponsesToolSearchCall | ResponsesToolSearchOutput,
  known: ReadonlySet<string>,
  at: string,
  ledger: LossLedger,
): void {
  dropUnknown(item, known, at, ledger)
  moveIdentity(item, at, ledger)
  if (item.execution !== undefined) ledger.move(`${at}/execution`, 'not needed: the client runs all function tools')
}
