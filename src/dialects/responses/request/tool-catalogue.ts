import { createHash } from 'node:crypto'
import { hashedText } from '../../../json/hashed-text.js'
import { isDeepStrictEqual } from 'node:util'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { CustomTool, FunctionTool, Tool, ClientToolKind } from '../../../exchange/request.js'

type NamedTool = FunctionTool | CustomTool

/** The name of the function for the client's tool search, whose declaration has no name. */
export const toolSearchName = 'tool_search'

/**
 * The tools of a request as a flat list with unique names, the same in every turn of a conversation. The name of a tool of a namespace
 * contains the namespace. {@link nameOf} returns it for calls and choices; replies get the client's names from `clientKind`.
 */
export class ToolCatalogue {
  readonly tools: readonly Tool[]
  readonly #known = new Map<string, NamedTool>()
  readonly #byNameInNamespace = new Map<string, string | undefined>()

  /** `declared`: the tools with the client's names, in its order. Repeated tools, as search results contain, are removed. */
  constructor(declared: readonly Tool[], ledger: LossLedger) {
    const taken = new Set(declared.flatMap((tool) => (tool.type === 'provider' || tool.clientKind !== undefined ? [] : [tool.name])))
    this.tools = declared.flatMap((tool): Tool[] => {
      if (tool.type === 'provider') return [tool]
      const key = keyOf(tool.clientKind, tool.name)
      const known = this.#known.get(key)
      if (known !== undefined) {
        recordRepeated(tool, known, ledger)
        return []
      }
      const named = tool.clientKind === undefined ? tool : { ...tool, name: uniqueName(qualifiedName(tool.clientKind), key, taken) }
      taken.add(named.name)
      this.#known.set(key, named)
      const clientKind = tool.clientKind
      if (clientKind?.type === 'namespaced')
        this.#byNameInNamespace.set(clientKind.name, this.#byNameInNamespace.has(clientKind.name) ? undefined : named.name)
      return [named]
    })
  }

  /** The unique name for the client's name of a tool, which need not be declared. Some clients leave the namespace out in calls. */
  nameOf(namespace: string | null | undefined, name: string): string {
    if (typeof namespace === 'string') {
      const clientKind = { type: 'namespaced', namespace, name } as const
      return this.#known.get(keyOf(clientKind, name))?.name ?? qualifiedName(clientKind)
    }
    return this.#known.get(keyOf(undefined, name))?.name ?? this.#byNameInNamespace.get(name) ?? name
  }

  /** Whether the client has a tool search. */
  get searches(): boolean {
    return this.#known.has(keyOf({ type: 'tool-search' }, ''))
  }

  get searchName(): string {
    return this.#known.get(keyOf({ type: 'tool-search' }, ''))?.name ?? toolSearchName
  }

  namesIn(namespace: string): string[] {
    return [...this.#known.values()].flatMap(({ clientKind, name }) =>
      clientKind?.type === 'namespaced' && clientKind.namespace === namespace ? [name] : [],
    )
  }
}

function keyOf(clientKind: ClientToolKind | undefined, name: string): string {
  if (clientKind === undefined) return JSON.stringify([name])
  return clientKind.type === 'tool-search' ? clientKind.type : JSON.stringify([clientKind.namespace, clientKind.name])
}

function qualifiedName(clientKind: ClientToolKind): string {
  if (clientKind.type === 'tool-search') return toolSearchName
  return clientKind.namespace.endsWith('__') ? `${clientKind.namespace}${clientKind.name}` : `${clientKind.namespace}__${clientKind.name}`
}

/** The name, with a digest of `key` where another tool has the name. */
function uniqueName(name: string, key: string, taken: ReadonlySet<string>): string {
  let candidate = name
  while (taken.has(candidate)) {
    const digest = createHash('sha256')
      .update(hashedText(`${key}\n${candidate}`))
      .digest('hex')
      .slice(0, 10)
    candidate = `${name}_${digest}`
  }
  return candidate
}

function recordRepeated(tool: NamedTool, known: NamedTool, ledger: LossLedger): void {
  const [one, other] = [tool, known].map((each) => ({ ...each, name: '', at: '', strict: undefined, format: undefined }))
  if (isDeepStrictEqual(one, other)) ledger.move(tool.at, 'repeated')
  else ledger.drop(tool.at, 'another tool with this name is declared before it')
}
