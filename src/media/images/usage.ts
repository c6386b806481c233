import type { WireObject } from '../../dialects/dialect.js'
import type { Usage } from '../../exchange/usage.js'
import { isObject, textOf } from '../../json/object.js'
import { OpenAIEventTap } from '../openai-event-tap.js'
import { readTokenUsage } from '../usage.js'

/** What the request says: `n` pictures of one size and quality. A reply that says otherwise counts. */
export function unitsOf({ n, size, quality }: WireObject): Usage {
  return { images: typeof n === 'number' ? n : 1, ...kindOf(size, quality) }
}

/** Usage of a whole reply, and how many pictures it has. */
export function readUsage(wire: unknown): Usage | undefined {
  if (!isObject(wire)) return undefined
  const { data, usage, size, quality } = wire
  return { ...readTokenUsage(usage), ...(Array.isArray(data) ? { images: data.length } : {}), ...kindOf(size, quality) }
}

/** The tap of a stream, which ends with its `completed` event, one for each picture. */
export function createStreamTap(): OpenAIEventTap {
  const isEnd = (type: string): boolean => type.endsWith('.completed')
  let images = 0
  return new OpenAIEventTap(isEnd, ({ type, usage, size, quality }) => {
    if (typeof type !== 'string' || !isEnd(type)) return undefined
    images++
    return { ...readTokenUsage(usage), images, ...kindOf(size, quality) }
  })
}

/** `auto` is no size and no quality: which one was made stands in the reply, or nowhere. */
function kindOf(size: unknown, quality: unknown): Usage {
  const [imageSize, imageQuality] = [named(size), named(quality)]
  return { ...(imageSize === undefined ? {} : { imageSize }), ...(imageQuality === undefined ? {} : { imageQuality }) }
}

function named(value: unknown): string | undefined {
  const text = textOf(value)
  return text === 'auto' ? undefined : text
}
