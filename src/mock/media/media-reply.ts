import type { MediaReply } from '../../media/media.js'
import type { MockAnswer } from '../whole-answer.js'

/** A reply of a media codec as an answer. */
export function wholeMedia({ contentType, body }: MediaReply): MockAnswer {
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return { whole: { status: 200, headers: { 'content-type': contentType }, body: bytes } }
}
