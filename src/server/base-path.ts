import type { IncomingMessage } from 'node:http'

/** Health checks of load balancers and container platforms, which do not use the base path. */
const everywhere: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * Removes `server.base_path` from the targets of requests, once each. A target outside of it becomes one that matches nothing. `undefined`
 * where the gateway has no base path.
 */
export function basePathRemover(basePath: string): ((request: IncomingMessage) => void) | undefined {
  if (basePath === '') return undefined
  const seen = new WeakSet<IncomingMessage>()
  return (request) => {
    if (seen.has(request)) return
    seen.add(request)
    const target = request.url ?? '/'
    if (target.startsWith(`${basePath}/`)) request.url = target.slice(basePath.length)
    else if (!everywhere.has(target)) request.url = target === basePath ? '/' : `/outside-base-path`
  }
}
