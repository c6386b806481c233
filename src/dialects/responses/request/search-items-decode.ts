import type { ResponsesToolSearchCall, ResponsesToolSearchOutput } from '../../../../generated/responses/model/index.js'
import { dropUnknown, LossLedger } from '../../../exchange/ledger.js'
import type { ToolCallPart, ToolResultPart } from '../../../exchange/part.js'
import { moveIdentity } from './item-identity.js'
import type { ToolCatalogue } from './tool-catalogue.js'
import { decodeTools } from './tools-decode.js'

const callMembers = new Set(['type', 'id', 'call_id', 'execution', 'arguments', 'status'])
const outputMembers = new Set(['type', 'id', 'call_id', 'execution', 'tools', 'status'])

const foundElsewhere = 'what was found is offered from the start'

/** A search for tools that the client ran is a call of its function; `undefined` for one that the provider ran. */
export function decodeSearchCall(
  item: ResponsesToolSearchCall,
  at: string,
  catalogue: ToolCatalogue,
  ledger: LossLedger,
): ToolCallPart | undefined {
  if (!wasRunByClient(item)) {
    ledger.move(at, foundElsewhere)
    return undefined
  }
  bookMembers(item, callMembers, at, ledger)
  const input = typeof item.arguments === 'string' ? item.arguments : JSON.stringify(item.arguments)
  return { type: 'tool-call', id: item.call_id, name: catalogue.searchName, kind: 'function', input, at }
}

/** Its result names the tools, which are among those of the request. */
export function decodeSearchOutput(
  item: ResponsesToolSearchOutput,
  at: string,
  catalogue: ToolCatalogue,
  ledger: LossLedger,
): ToolResultPart | undefined {
  if (!wasRunByClient(item)) {
    ledger.move(at, foundElsewhere)
    return undefined
  }
  bookMembers(item, outputMembers, at, ledger)
  // What is in the declarations is booked where the request's tools are gathered.
  const tools = decodeTools(item.tools, '', new LossLedger())
  const names = tools.map((tool) => {
    if (tool.type === 'provider') return tool.label
    const form = tool.clientKind
    return form?.type === 'namespaced' ? catalogue.nameOf(form.namespace, form.name) : catalogue.nameOf(undefined, tool.name)
  })
  const text = names.length === 0 ? 'No tools were found.' : `Found tools: ${names.join(', ')}`
  return { type: 'tool-result', callId: item.call_id, kind: 'function', content: [{ type: 'text', text, at: `${at}/tools` }], at }
}

/** A search between this style's provider and itself has no call that anybody answers. */
function wasRunByClient<Item extends ResponsesToolSearchCall | ResponsesToolSearchOutput>(
  item: Item,
): item is Item & { readonly call_id: string } {
  return item.execution !== 'server' && typeof item.call_id === 'string' && item.call_id !== ''
}

function bookMembers(
  item: ResponsesToolSearchCall | ResponsesToolSearchOutput,
  known: ReadonlySet<string>,
  at: string,
  ledger: LossLedger,
): void {
  dropUnknown(item, known, at, ledger)
  moveIdentity(item, at, ledger)
  if (item.execution !== undefined) ledger.move(`${at}/execution`, 'the client answers tool calls')
}
