import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { CustomTool, FunctionTool, Tool, ClientToolKind } from '../../../exchange/request.js'

type NamedTool = FunctionTool | CustomTool

/** What a client's own tool for finding tools is called elsewhere; its declaration has no name. */
export const toolSearchName = 'tool_search'

/**
 * The tools of a request, out of their containers: each has a name of its own, the same in every turn of a conversation. A tool of a
 * namespace is called by both names; {@link nameOf} finds it again for calls and choices, its `clientKind` for replies.
 */
export class ToolCatalogue {
  readonly tools: readonly Tool[]
  readonly #known = new Map<string, NamedTool>()
  readonly #byOwnName = new Map<string, string | undefined>()

  /** `declared`: under their own names, in the client's order. A tool that comes twice, as found ones do, is offered once. */
  constructor(declared: readonly Tool[], ledger: LossLedger) {
    const taken = new Set(declared.flatMap((tool) => (tool.type === 'provider' || tool.clientKind !== undefined ? [] : [tool.name])))
    this.tools = declared.flatMap((tool): Tool[] => {
      if (tool.type === 'provider') return [tool]
      const key = keyOf(tool.clientKind, tool.name)
      const known = this.#known.get(key)
      if (known !== undefined) {
        bookTwice(tool, known, ledger)
        return []
      }
      const named = tool.clientKind === undefined ? tool : { ...tool, name: unique(qualified(tool.clientKind), key, taken) }
      taken.add(named.name)
      this.#known.set(key, named)
      const form = tool.clientKind
      if (form?.type === 'namespaced') this.#byOwnName.set(form.name, this.#byOwnName.has(form.name) ? undefined : named.name)
      return [named]
    })
  }

  /** The name of a tool that a call, a result or a choice speaks of, declared or not. Some clients do not say the namespace again. */
  nameOf(namespace: string | null | undefined, name: string): string {
    if (typeof namespace === 'string') {
      const form = { type: 'namespaced', namespace, name } as const
      return this.#known.get(keyOf(form, name))?.name ?? qualified(form)
    }
    return this.#known.get(keyOf(undefined, name))?.name ?? this.#byOwnName.get(name) ?? name
  }

  /** The client runs a search for tools. */
  get searches(): boolean {
    return this.#known.has(keyOf({ type: 'tool-search' }, ''))
  }

  get searchName(): string {
    return this.#known.get(keyOf({ type: 'tool-search' }, ''))?.name ?? toolSearchName
  }

  namesIn(namespace: string): string[] {
    return [...this.#known.values()].flatMap(({ clientKind: clientKind, name }) =>
      clientKind?.type === 'namespaced' && clientKind.namespace === namespace ? [name] : [],
    )
  }
}

function keyOf(form: ClientToolKind | undefined, name: string): string {
  if (form === undefined) return JSON.stringify([name])
  return form.type === 'tool-search' ? form.type : JSON.stringify([form.namespace, form.name])
}

function qualified(form: ClientToolKind): string {
  if (form.type === 'tool-search') return toolSearchName
  return form.namespace.endsWith('__') ? `${form.namespace}${form.name}` : `${form.namespace}__${form.name}`
}

/** The name, or where another tool has it the name and a digest of what tells the two apart. */
function unique(name: string, key: string, taken: ReadonlySet<string>): string {
  let candidate = name
  while (taken.has(candidate)) {
    const digest = createHash('sha256').update(`${key}\n${candidate}`).digest('hex').slice(0, 10)
    candidate = `${name}_${digest}`
  }
  return candidate
}

function bookTwice(tool: NamedTool, known: NamedTool, ledger: LossLedger): void {
  const [one, other] = [tool, known].map((each) => ({ ...each, name: '', at: '', strict: undefined, format: undefined }))
  if (isDeepStrictEqual(one, other)) ledger.move(tool.at, 'is declared before')
  else ledger.drop(tool.at, 'another tool of the same name is declared before')
}
