/** Thrown where only the gateway's own process can answer: it gets the request, of which nothing was sent to a provider or answered yet. */
export class ForGateway extends Error {
  constructor() {
    super('only the gateway’s own process can answer this')
  }
}

export function forGateway(): never {
  throw new ForGateway()
}
