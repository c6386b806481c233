import type { RequestForm } from '../../providers/provider.js'
import { patchTopLevel, removeTopLevel } from '../../json/body-patch.js'

export interface FormedRequest {
  readonly headers: Record<string, string>
  readonly body: Buffer | string | undefined
}

/** Gives a request the form that its provider wants, member by member; every other byte of the body stays as it is. */
export function applyForm(form: RequestForm, request: FormedRequest): FormedRequest {
  const headers = { ...request.headers }
  const put: Record<string, string> = { ...form.put }
  for (const [header, member] of Object.entries(form.intoBody ?? {})) {
    const words = (headers[header] ?? '').split(',').map((word) => word.trim())
    const values = words.filter((word) => word !== '')
    if (values.length > 0) put[member] = JSON.stringify(values)
    Reflect.deleteProperty(headers, header)
  }
  for (const [header, value] of Object.entries(form.headers ?? {})) {
    if (value === undefined) Reflect.deleteProperty(headers, header)
    else headers[header] = value
  }
  if (request.body === undefined) return { headers, body: undefined }
  const bytes = typeof request.body === 'string' ? Buffer.from(request.body) : request.body
  return { headers, body: patchTopLevel(removeTopLevel(bytes, form.leaveOut ?? []), put) }
}
