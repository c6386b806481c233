import type { JsonSchema } from '../providers/kind-configuration.js'
import { bytes, milliseconds, optionalSection, section, whole } from './schema-parts.js'
import { tokenText } from './token-schema.js'
import { upstreamRetries, upstreamTimes } from './upstream-schema.js'

export const server = optionalSection('Where the gateway listens.', {
  host: { type: 'string', minLength: 1, default: '127.0.0.1', description: 'Address to listen on.' },
  port: whole(8787, 0, 'Port to listen on; 0 takes any free one. ANYWIRE_PORT overrides it.', 65535),
  socket: { type: 'string', minLength: 1, description: 'Path of a Unix socket to listen on, in place of host and port.' },
  base_path: {
    type: 'string',
    pattern: '^(?:/[A-Za-z0-9._~-]+)*$',
    'x-expected': 'expected a path such as "/ai"',
    default: '',
    description: 'Path below which everything is served, as behind a proxy that keeps it.',
  },
  public_url: { type: 'string', format: 'http-url', description: 'The address that clients use, where a proxy stands in front.' },
  workers: {
    anyOf: [{ const: 'auto' }, { type: 'integer', minimum: 1, maximum: 256 }],
    default: 'auto',
    description:
      'Processes that answer requests to models. 1: one process does all. auto: one for each core, at most 6, where there are four cores or more and twice the memory that limits.memory_bytes and limits.unread_bytes let each of them take; otherwise 1.',
  },
  cors_origins: {
    type: 'array',
    items: { type: 'string', format: 'origin' },
    default: [],
    description: 'Exact browser origins for /v1* and WebSockets.',
  },
})

export const admin = optionalSection('The admin API.', {
  key: { ...tokenText, description: 'Bearer for /api/admin/*. Left out: no admin API.' },
  audit_days: whole(365, 1, 'How long the audit log keeps what was changed.', 36500),
})

export const limits = optionalSection('Sizes, in bytes unless the name says otherwise.', {
  body_bytes: bytes(33554432, 'JSON request body.'),
  multipart_bytes: bytes(27262976, 'Multipart request body.'),
  header_bytes: bytes(16384, 'Header block of a request.'),
  header_count: whole(100, 1, 'Headers of a request.', 10000),
  url_bytes: bytes(8192, 'Request target.'),
  memory_bytes: bytes(
    536870912,
    "Bodies of all requests, and large ones of providers' replies, in memory, decoded; one token may take half. At least 8 times body_bytes.",
  ),
  calls_per_request: whole(128, 1, 'Requests to a provider that one request may become, as a long list of embedding inputs does.'),
  json_depth: whole(64, 1, 'Nesting of a JSON body.', 1000),
  json_values: whole(500000, 1, 'Values of a JSON body; a list or an object counts twice.'),
  json_keys: whole(100000, 1, 'Members of all objects of a JSON body.'),
  sse_frame_bytes: bytes(16777216, "One event of a provider's stream."),
  upstream_body_bytes: bytes(67108864, "A provider's plain reply, decoded, or all of a translated stream."),
  in_flight: whole(1000, 1, 'Requests at a time in all.'),
  max_wait_ms: whole(0, 0, 'How long a request waits for its turn where its token does not say it; 0: it is refused at once.', 120000),
  buffered_bytes_per_stream: bytes(65536, 'Held for a client that reads slowly, and while a stream has no content yet.'),
  ws_message_bytes: bytes(16777216, 'One WebSocket message.'),
  unread_bytes: bytes(
    268435456,
    'Written to clients and not read by them yet, in all; beyond it those that read nothing for the longest time are cut off.',
  ),
  connections_per_address: {
    type: 'integer',
    minimum: 1,
    description:
      'Open connections of one client address (of one /64 for IPv6), other than 127.0.0.1 and ::1. Left out: no limit, since the clients of a reverse proxy or of an office share one address.',
  },
})

export const timeouts = optionalSection('Times, in milliseconds.', {
  header_ms: milliseconds(10000, 'Until the request headers are complete.'),
  body_idle_ms: milliseconds(30000, 'Request body without progress.'),
  request_ms: milliseconds(300000, 'Until the request body is complete.'),
  ...upstreamTimes({ withDefaults: true }),
  keep_alive_ms: milliseconds(65000, 'An idle connection of a client is kept open this long.'),
  max_connection_age_ms: milliseconds(300000, 'A connection to a provider takes no further request after this time.'),
  client_stall_ms: milliseconds(60000, 'A client that does not read.'),
  ws_idle_ms: milliseconds(300000, 'A WebSocket without messages.'),
  drain_delay_ms: milliseconds(5000, 'Still serving after SIGTERM.', 0),
  drain_ms: milliseconds(300000, 'Running requests after that.', 0),
})

export const retries = optionalSection('Second attempts.', {
  ...upstreamRetries({ withDefaults: true }),
  budget_percent: {
    type: 'number',
    minimum: 0,
    maximum: 100,
    default: 20,
    description: 'Of running requests that may be retries.',
  },
  budget_floor: whole(3, 0, 'Retries that are always allowed.'),
})

export const breaker = optionalSection('When the breaker of a target opens: no request is sent to it for a while.', {
  consecutive_failures: whole(5, 1, 'Failures in a row that open it.'),
  open_ms: milliseconds(15000, 'First opening.'),
  open_max_ms: milliseconds(120000, 'Longest opening.'),
})

export const log = optionalSection('What the log shows, and how.', {
  format: { enum: ['auto', 'json', 'pretty'], default: 'auto', description: 'auto: pretty lines on a terminal, JSON elsewhere.' },
  end_users: {
    enum: ['hashed', 'plain', 'none'],
    default: 'hashed',
    description: "The client's `user` or `metadata.user_id`: as a keyed hash, as it is, or not at all.",
  },
})

export const responses = optionalSection('Stored responses.', {
  ttl_days: { type: 'number', exclusiveMinimum: 0, maximum: 36500, default: 30, description: 'How long they are kept.' },
  quota_bytes: bytes(1073741824, 'What one owner may have stored; beyond it the oldest go, and what builds on them cannot be continued.'),
})

export const webhooks: JsonSchema = {
  type: 'array',
  maxItems: 10,
  default: [],
  description: 'Addresses that are told when 50, 80 and 100 per cent of a budget are spent.',
  items: section(
    'One address.',
    {
      url: { type: 'string', format: 'webhook-url', description: 'Where events are sent by POST.' },
      secret: {
        type: 'string',
        format: 'webhook-secret',
        description: 'Signs events as Standard Webhooks says: whsec_ and 24 to 64 bytes in base64.',
      },
    },
    ['url', 'secret'],
  ),
}

export const accounting = optionalSection('Cost.', {
  catalogue: {
    type: 'boolean',
    default: true,
    description: 'Whether models without a price in this file cost what the shipped catalogue says.',
  },
  unknown_price: {
    enum: ['zero', 'refuse'],
    default: 'zero',
    description: 'What a model costs for which neither this file nor the catalogue has a price.',
  },
  retention_days: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 36500,
    default: 90,
    description: 'How long records of requests are kept. What a token has spent is kept for ever.',
  },
  fine_usage_days: whole(7, 1, 'How long sums of five minutes are kept, which reports by hours are made from.', 400),
  usage_days: whole(800, 1, 'How long sums of days are kept, which other reports are made from.', 36500),
  bodies: optionalSection(
    'What was sent and answered, by providers too, to be read in the admin API: JSON and event streams, not forms, pictures, sound and realtime sessions.',
    {
      keep: {
        type: 'boolean',
        default: false,
        description: 'Whether it is kept. It may be personal, and costs time and space for every request.',
      },
      max_bytes: whole(65536, 1, 'How much of a body is kept, from its beginning.', 1048576),
      retention_days: whole(7, 1, 'How long it is kept.', 36500),
    },
  ),
})
