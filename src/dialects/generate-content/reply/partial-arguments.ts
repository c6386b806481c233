import type { GeminiPartialArgument } from '../../../../generated/generate-content/model/index.js'

type Container = Record<string, unknown> | unknown[]

/** Joins arguments that come in pieces, each with its JSON path (Vertex AI, `streamFunctionCallArguments`). */
export class PartialArguments {
  // Without a prototype, so that a member named `__proto__` is data.
  readonly #root = emptyObject()
  /** The path whose text is not complete yet. */
  #open: string | undefined

  add(pieces: readonly GeminiPartialArgument[]): void {
    for (const piece of pieces) {
      const path = piece.jsonPath ?? '$'
      const steps = pathSteps(path)
      const value = pieceValue(piece)
      if (steps.length > 0 && value !== undefined) this.#set(steps, value, path === this.#open)
      this.#open = piece.willContinue === true ? path : undefined
    }
  }

  /** Adds whole arguments, which may come beside pieces or in place of them. */
  merge(args: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(args)) this.#root[name] = value
  }

  get value(): Readonly<Record<string, unknown>> {
    return this.#root
  }

  #set(steps: readonly (string | number)[], value: unknown, continued: boolean): void {
    let container: Container = this.#root
    steps.forEach((step, index) => {
      const next = steps[index + 1]
      if (next === undefined) {
        const before = read(container, step)
        write(container, step, continued && typeof before === 'string' && typeof value === 'string' ? before + value : value)
        return
      }
      const inner = read(container, step)
      if (isContainer(inner)) container = inner
      else {
        const made: Container = typeof next === 'number' ? [] : emptyObject()
        write(container, step, made)
        container = made
      }
    })
  }
}

/** The longest list that pieces may make: an index of the provider must not allocate a huge one. */
const mostItems = 10_000

function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value)
}

function read(container: Container, step: string | number): unknown {
  if (Array.isArray(container)) return typeof step === 'number' ? container[step] : undefined
  return container[step]
}

function write(container: Container, step: string | number, value: unknown): void {
  if (!Array.isArray(container)) container[step] = value
  else if (typeof step === 'number' && step < mostItems) container[step] = value
}

function pieceValue(piece: GeminiPartialArgument): unknown {
  if (piece.stringValue !== undefined) return piece.stringValue
  if (piece.numberValue !== undefined) return piece.numberValue
  if (piece.boolValue !== undefined) return piece.boolValue
  return 'nullValue' in piece ? null : undefined
}

/** `$.items[0].name`, `$['odd name']` → steps. */
function pathSteps(path: string): (string | number)[] {
  const steps: (string | number)[] = []
  for (const [, plain, index, single, double] of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g)) {
    if (index !== undefined) steps.push(Number(index))
    else {
      const name = plain ?? single ?? double
      if (name !== undefined) steps.push(name)
    }
  }
  return steps
}
