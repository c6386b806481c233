import type { Operation } from './operation.js'
import { Router, type RouteMatch } from './router.js'

/** The operations of the contract; finds that of a request. */
export class Contract {
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #router: Router

  constructor(operations: readonly Operation[]) {
    this.#operations = new Map(operations.map((operation) => [operation.operationId, operation]))
    this.#router = new Router(operations.map(({ operationId, method, path }) => ({ operationId, method, template: path })))
  }

  match(method: string, path: string): RouteMatch {
    return this.#router.match(method, path)
  }

  operation(operationId: string): Operation | undefined {
    return this.#operations.get(operationId)
  }

  get operations(): readonly Operation[] {
    return [...this.#operations.values()]
  }
}
