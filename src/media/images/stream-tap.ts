import { OpenAIEventTap } from '../openai-event-tap.js'

/** The end of a stream of pictures is its `completed` event. */
export function createImageStreamTap(): OpenAIEventTap {
  return new OpenAIEventTap((type) => type.endsWith('.completed'))
}
