import { GatewayFailure, refuse } from '../../exchange/error.js'

/** The limits of a form, checked while it is read. */
export interface MultipartLimits {
  readonly totalBytes: number
  readonly fileBytes: number
  readonly fieldBytes: number
  readonly headerBytes: number
  readonly parts: number
}

/** The fixed limits beside the configured total. */
export function multipartLimits(totalBytes: number): MultipartLimits {
  return { totalBytes, fileBytes: 25 * 1024 * 1024, fieldBytes: 1024 * 1024, headerBytes: 8192, parts: 32 }
}

export function tooLarge(message: string): GatewayFailure {
  return new GatewayFailure({ kind: 'request_too_large', message })
}

export function malformed(message: string): GatewayFailure {
  return refuse('', message)
}
