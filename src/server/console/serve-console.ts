import type { Middleware } from '../context.js'
import { answer, done } from '../middleware/identify-request.js'
import type { ConsoleFile, ConsoleFiles } from './console-files.js'

/** What pages of the console may do: nothing of other addresses, no inline scripts or styles, no frames around them. */
export const consoleHeaders = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

type Context = Parameters<Middleware>[0]

/**
 * The static files of the web console below `/console`, every other path of it being a page of its one document, and the home page at `/`
 * for browsers: other clients get what they always got there.
 */
export function serveConsole(files: ConsoleFiles): Middleware {
  return (context, next) => {
    const { state, method, res: response } = context
    if (method !== 'GET' && method !== 'HEAD') return next()
    if (state.path === '/') {
      for (const [name, value] of Object.entries(consoleHeaders)) response.setHeader(name, value)
      response.setHeader('vary', 'accept, accept-encoding')
      const home = wantsPage(context) ? files.find('home.html', context.req.headers['accept-encoding']) : undefined
      if (home === undefined) return next()
      send(context, home)
      return done
    }
    if (state.path !== '/console' && !state.path.startsWith('/console/')) return next()
    response.setHeader('vary', 'accept-encoding')
    const name = state.path.slice('/console/'.length)
    const isPage = isPageOf(name, context)
    const encodings = context.req.headers['accept-encoding']
    const file = files.find(name, encodings) ?? (isPage ? files.find('index.html', encodings) : undefined)
    if (file !== undefined) send(context, file)
    else if (isPage) refuse(context, 503, 'This build of the gateway has no web console: `make build` makes one.')
    else refuse(context, 404, 'There is no such file of the web console.')
    return done
  }
}

/** Names of models and tokens in the path of a page may have dots; files are asked for without `text/html`. */
function isPageOf(name: string, context: Context): boolean {
  if (name.startsWith('assets/')) return false
  return wantsPage(context) || !/\.[^/]*$/.test(name)
}

const wantsPage = ({ req: request }: Context): boolean => /\btext\/html\b/i.test(request.headers.accept ?? '')

function send({ res, state }: Context, { type, bytes, encoding, hashed }: ConsoleFile): void {
  const headers = {
    ...consoleHeaders,
    'content-type': type,
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  answer(res, state, 200, encoding === undefined ? headers : { ...headers, 'content-encoding': encoding }, bytes)
}

function refuse({ res, state }: Context, status: 404 | 503, text: string): void {
  answer(res, state, status, { ...consoleHeaders, 'content-type': 'text/plain; charset=utf-8' }, `${text}\n`)
}
