import { readErrorInReply } from '../openai-error.js'
import { unsupported, type MediaCodec } from '../media.js'
import { moderationsFacts } from './facts.js'

/** `POST /v1/moderations`: only relayed, since all providers share one format. */
export const moderations: MediaCodec = {
  task: 'moderations',
  plan(_request, target) {
    if (target.format !== 'openai') throw unsupported(moderationsFacts, target.asked)
    return { type: 'relay', endpoint: 'moderations' }
  },
  readUsage: () => undefined,
  readErrorInReply,
}
