import { multipartLimits } from '../media/multipart/limits.js'
import type { MultipartForm } from '../media/multipart/form.js'
import { readBoundary } from '../media/multipart/part-head.js'
import { MultipartScanner } from '../media/multipart/scanner.js'
import { FormReader } from '../media/multipart/upload.js'
import { bodyLimit, type MockRequest } from './request.js'

/** Reads a multipart body with the gateway's limits; `undefined` where the body is not multipart. Throws for an invalid one. */
export function readForm({ headers, bytes }: Pick<MockRequest, 'headers' | 'bytes'>): MultipartForm | undefined {
  const contentType = headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined
  const scanner = new MultipartScanner(readBoundary(contentType), multipartLimits(bodyLimit))
  const reader = new FormReader()
  for (const event of scanner.push(bytes)) reader.push(event)
  scanner.end()
  return reader.form
}
