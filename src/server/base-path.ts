import type { IncomingMessage } from 'node:http'

/** Questions of load balancers and container platforms, which know nothing of the base path. */
const everywhere: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * Takes `server.base_path` off the targets of requests, once each. A target outside of it becomes one that matches nothing. `undefined` where
 * the gateway has no base path.
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
