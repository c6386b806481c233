import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'
import { forEveryPage } from '../cors/share-replies.js'
import { hasContents } from '../entity-tag.js'
import { answer, done } from '../middleware/identify-request.js'
import type { ReferenceFile, ReferencePage } from './reference-page.js'

/**
 * The Content-Security-Policy: only the page's own scripts and connections to this gateway, no inline scripts, no frames. The renderer
 * writes its styles into the page, hence `unsafe-inline` for styles.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `GET /docs` and its scripts: the API reference, offline. */
export function serveReference(page: ReferencePage): Middleware {
  return (context, next) => {
    const { operation, pathParameters } = context.state
    switch (operation?.operationId) {
      case 'getReferencePage':
        send(context, page.page(context.req.headers['accept-encoding']), 'no-cache', {
          'content-security-policy': policy,
          'x-frame-options': 'DENY',
        })
        return done
      case 'getReferenceAsset': {
        const file = page.script(pathParameters?.['asset'] ?? '', context.req.headers['accept-encoding'])
        send(context, file, 'public, max-age=31536000, immutable', {})
        return done
      }
      default:
        return next()
    }
  }
}

function send(
  { req: request, res, state }: Parameters<Middleware>[0],
  file: ReferenceFile | undefined,
  cacheControl: string,
  headers: Readonly<Record<string, string>>,
): void {
  if (file === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no such part of the reference page.' })
  const ofBoth = { etag: file.tag, 'cache-control': cacheControl, vary: 'accept-encoding', ...forEveryPage }
  if (hasContents(request, file.tag)) {
    answer(res, state, 304, ofBoth, '')
    return
  }
  answer(
    res,
    state,
    200,
    {
      ...ofBoth,
      'content-type': file.type,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(file.encoding === undefined ? {} : { 'content-encoding': file.encoding }),
      ...headers,
    },
    file.bytes,
  )
}
