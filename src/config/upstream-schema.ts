import type { JsonSchema } from '../providers/kind-configuration.js'
import { milliseconds, section, whole } from './schema-parts.js'

interface WithDefaults {
  /** Whether the schema fills them in: only in the top-level section, so that a narrower one overrides just what it names. */
  readonly withDefaults: boolean
}

/** Time limits of upstream requests; a provider and a model may have their own. */
export function upstreamTimes({ withDefaults }: WithDefaults): Readonly<Record<string, JsonSchema>> {
  const times = {
    connect_ms: milliseconds(5000, 'Connecting to a provider.'),
    first_byte_ms: milliseconds(300000, "Until the headers of a provider's streamed reply. A plain reply has only reply_ms."),
    hold_ms: milliseconds(10000, 'Reply headers are held back this long for the first content.', 0),
    reply_ms: milliseconds(900000, 'A whole plain reply, all attempts together.'),
    stream_idle_ms: milliseconds(300000, 'A stream without a byte from the provider.'),
    content_idle_ms: milliseconds(900000, 'A stream that shows signs of life (pings, comments) but no content.'),
    stream_total_ms: milliseconds(3600000, 'A whole stream.'),
    heartbeat_ms: milliseconds(15000, 'Between signs of life to the client while waiting.'),
  }
  return withDefaults ? times : withoutDefaults(times)
}

/** Limits of retries; a provider and a model may have their own. */
export function upstreamRetries({ withDefaults }: WithDefaults): Readonly<Record<string, JsonSchema>> {
  const retries = {
    attempts: whole(3, 1, 'Attempts for one request in all.', 100),
    max_wait_ms: milliseconds(5000, 'The longest Retry-After of a provider that is waited for.', 0),
  }
  return withDefaults ? retries : withoutDefaults(retries)
}

function withoutDefaults(properties: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(properties).map(([key, { default: _standard, ...schema }]) => [key, schema]))
}

export function ownTimesAndRetries(whose: string): Readonly<Record<string, JsonSchema>> {
  return {
    timeouts: section(`Times for ${whose} alone, in milliseconds.`, upstreamTimes({ withDefaults: false })),
    retries: section(`Second attempts for ${whose} alone.`, upstreamRetries({ withDefaults: false })),
  }
}
