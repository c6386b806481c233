import type { RequestChanges } from '../../providers/provider.js'
import { patchTopLevel, removeTopLevel } from '../../json/body-patch.js'

export interface RequestParts {
  readonly headers: Record<string, string>
  readonly body: Buffer | string | undefined
}

/** Makes the changes that a provider needs; every other byte of the body stays as it is. */
export function applyChanges(changes: RequestChanges, request: RequestParts): RequestParts {
  const headers = { ...request.headers }
  const put: Record<string, string> = { ...changes.put }
  for (const [header, member] of Object.entries(changes.intoBody ?? {})) {
    const words = (headers[header] ?? '').split(',').map((word) => word.trim())
    const values = words.filter((word) => word !== '')
    if (values.length > 0) put[member] = JSON.stringify(values)
    Reflect.deleteProperty(headers, header)
  }
  for (const [header, value] of Object.entries(changes.headers ?? {})) {
    if (value === undefined) Reflect.deleteProperty(headers, header)
    else headers[header] = value
  }
  if (request.body === undefined) return { headers, body: undefined }
  const bytes = typeof request.body === 'string' ? Buffer.from(request.body) : request.body
  return { headers, body: patchTopLevel(removeTopLevel(bytes, changes.leaveOut ?? []), put) }
}
