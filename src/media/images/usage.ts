import type { WireObject } from '../../dialects/dialect.js'
import type { Usage } from '../../exchange/usage.js'
import { defined, isObject, textOf } from '../../json/object.js'
import { OpenAIEventTap } from '../openai-event-tap.js'
import { readTokenUsage } from '../usage.js'

/** Usage by the request: `n` images of one size and quality. The reply overrides it. */
export function unitsOf({ n, size, quality }: WireObject): Usage {
  return { images: typeof n === 'number' ? n : 1, ...kindOf(size, quality) }
}

/** Usage of a plain reply, with the number of its images. */
export function readUsage(wire: unknown): Usage | undefined {
  if (!isObject(wire)) return undefined
  const { data, usage, size, quality } = wire
  return { ...readTokenUsage(usage), ...(Array.isArray(data) ? { images: data.length } : {}), ...kindOf(size, quality) }
}

/** The tap of a stream, which has a `completed` event for each image, the last one at its end. */
export function createStreamTap(): OpenAIEventTap {
  const isEnd = (type: string): boolean => type.endsWith('.completed')
  let images = 0
  return new OpenAIEventTap(isEnd, ({ type, usage, size, quality }) => {
    if (typeof type !== 'string' || !isEnd(type)) return undefined
    images++
    return { ...readTokenUsage(usage), images, ...kindOf(size, quality) }
  })
}

/** Size and quality, without `auto`: only the reply can tell which one was chosen. */
function kindOf(size: unknown, quality: unknown): Usage {
  const [imageSize, imageQuality] = [named(size), named(quality)]
  return defined({ imageSize, imageQuality })
}

function named(value: unknown): string | undefined {
  const text = textOf(value)
  return text === 'auto' ? undefined : text
}
