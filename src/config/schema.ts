import { requestStyles } from '../exchange/media-task.js'
import { tokenScopes } from './configuration.js'
import { providerKinds } from '../providers/kinds.js'
import type { ProviderKind } from '../providers/provider.js'
import type { JsonSchema } from '../providers/kind-configuration.js'
import { money, price, priceDefinitions } from './price-schema.js'
import { defined } from '../json/object.js'

/** `x-expected` is what an error says in place of a pattern. */
const tokenText: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9._~+/=-]{1,512}$',
  'x-expected': 'expected 1 to 512 letters, digits or ._~+/=-',
}
function section(description: string, properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema {
  return defined({
    type: 'object',
    description,
    additionalProperties: false,
    properties,
    required: required.length > 0 ? required : undefined,
  })
}

function whole(standard: number, minimum: number, description: string, maximum = Number.MAX_SAFE_INTEGER): JsonSchema {
  return { type: 'integer', minimum, maximum, default: standard, description }
}

const bytes = (standard: number, description: string): JsonSchema => whole(standard, 1, description)

/** Timers of the platform hold 31 bits; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1
const milliseconds = (standard: number, description: string, minimum = 1): JsonSchema => whole(standard, minimum, description, longestTimer)

const name = (description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\s\\x00-\\x1f]+$',
  'x-expected': 'expected a name without spaces',
  description,
})

const rate: JsonSchema = { type: 'integer', minimum: 1 }

interface WithDefaults {
  /** Whether the schema fills them in: only in the top-level section, so that a narrower one overrides just what it names. */
  readonly withDefaults: boolean
}

/** Times of upstream calls; a provider and a model may have their own. */
function upstreamTimes({ withDefaults }: WithDefaults): Readonly<Record<string, JsonSchema>> {
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

/** Limits of second attempts; a provider and a model may have their own. */
function upstreamRetries({ withDefaults }: WithDefaults): Readonly<Record<string, JsonSchema>> {
  const retries = {
    attempts: whole(3, 1, 'Attempts for one request in all.', 100),
    max_wait_ms: milliseconds(5000, 'The longest Retry-After of a provider that is waited for.', 0),
  }
  return withDefaults ? retries : withoutDefaults(retries)
}

function withoutDefaults(properties: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(properties).map(([key, { default: _standard, ...schema }]) => [key, schema]))
}

function ownTimesAndRetries(whose: string): Readonly<Record<string, JsonSchema>> {
  return {
    timeouts: section(`Times for ${whose} alone, in milliseconds.`, upstreamTimes({ withDefaults: false })),
    retries: section(`Second attempts for ${whose} alone.`, upstreamRetries({ withDefaults: false })),
  }
}

const headerName = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$"

const pemFile = (what: string): JsonSchema => ({ type: 'string', minLength: 1, description: `${what}: a file in PEM form.` })

function providerSchema({ kind, defaultBaseUrl, configuration }: ProviderKind): JsonSchema {
  const required = ['name', 'kind', ...(configuration.requiredSettings ?? [])]
  if (defaultBaseUrl === undefined && configuration.address === undefined) required.push('base_url')
  return section(
    configuration.description,
    {
      name: name('The name that models refer to.'),
      kind: { const: kind },
      ...(configuration.address === 'none'
        ? {}
        : {
            base_url: {
              type: 'string',
              format: 'http-url',
              description:
                defaultBaseUrl === undefined ? 'Where the provider is.' : `Where the provider is; ${defaultBaseUrl} when left out.`,
            },
            api_key: { type: 'string', minLength: 1, description: "The provider's key. Left out: none is sent." },
            headers: {
              type: 'object',
              propertyNames: { pattern: headerName, 'x-expected': 'expected the name of a header' },
              additionalProperties: { type: 'string', pattern: '^[\\x20-\\x7e]*$', 'x-expected': 'expected printable ASCII' },
              description: 'Extra headers of every request to this provider.',
            },
            forward_headers: {
              type: 'array',
              maxItems: 50,
              items: { type: 'string', pattern: headerName, 'x-expected': "expected a header's name" },
              description: "Names of clients' headers that are passed on to this provider. Left out: none.",
            },
            auth: {
              const: 'client',
              description:
                "client: the client's own Authorization, else its style's key header, is sent in place of api_key; the gateway's token must then be in x-anywire-token.",
            },
            proxy: {
              type: 'string',
              format: 'proxy',
              description: 'HTTP proxy for this provider, or none. Left out: HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment.',
            },
            ca_file: pemFile('Authorities that are trusted beside the usual ones'),
            client_cert_file: pemFile('Certificate that the gateway shows, with client_key_file'),
            client_key_file: pemFile('Private key of client_cert_file'),
          }),
      ...(configuration.chatApi === true
        ? { chat_api: { enum: ['chat', 'responses', 'both'], description: 'The chat API that the provider has; chat when left out.' } }
        : {}),
      passthrough: {
        oneOf: [
          { type: 'boolean' },
          section('Bare names with one of these prefixes go here too.', {
            prefixes: { type: 'array', items: { type: 'string', minLength: 1 } },
          }),
        ],
        description: 'Clients may name any model of this provider as NAME/model.',
      },
      ...ownTimesAndRetries('this provider'),
      ...configuration.settings,
    },
    required,
  )
}

/** The JSON Schema of anywire.yaml: editors complete from it, the start checks with it and takes its defaults. */
export function configurationSchema(kinds: readonly ProviderKind[] = providerKinds): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: priceDefinitions,
    title: 'anywire.yaml',
    ...section('Configuration of the anywire gateway. Strings take ${NAME} and ${NAME:-default} from the environment.', {
      server: {
        ...section('Where the gateway listens.', {
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
            default: 1,
            description: 'Worker processes; auto = one for each core.',
          },
          cors_origins: {
            type: 'array',
            items: { type: 'string', format: 'origin' },
            default: [],
            description: 'Exact browser origins for /v1* and WebSockets.',
          },
        }),
        default: {},
      },
      database: {
        type: 'string',
        format: 'database',
        default: 'file:./anywire-data/anywire.db',
        description: 'memory, file:PATH (embedded) or postgres://…',
      },
      redis: { type: 'string', format: 'redis-url', description: 'redis://… or rediss://…; only for several machines.' },
      secret_key: {
        type: 'string',
        format: 'secret-key',
        description: 'At least 32 bytes; required with a stored database. ANYWIRE_SECRET_KEY overrides it.',
      },
      admin: {
        ...section('The admin API.', {
          key: { ...tokenText, description: 'Bearer for /api/admin/*. Left out: no admin API.' },
        }),
        default: {},
      },
      tokens: {
        type: 'array',
        default: [],
        description: 'What clients authenticate with.',
        items: section(
          'One token.',
          {
            name: name('Shown in records and metrics.'),
            key: { ...tokenText, description: 'The secret itself; better ${NAME} than clear text.' },
            scopes: {
              type: 'array',
              minItems: 1,
              items: { enum: tokenScopes },
              description:
                'inference: the model endpoints. read: reading in the admin API. admin: all of the admin API. Left out: inference.',
            },
            models: {
              type: 'array',
              items: { type: 'string', minLength: 1 },
              default: ['*'],
              description: 'Models that may be used; * stands for any run of characters.',
            },
            styles: {
              type: 'array',
              minItems: 1,
              items: { enum: requestStyles },
              description: 'The chat styles and the endpoints beside chat that may be used. Left out: all.',
            },
            networks: {
              type: 'array',
              minItems: 1,
              items: { type: 'string', format: 'network' },
              description: 'Addresses of clients, alone or with the length of a prefix. Left out: all.',
            },
            budget_usd: money('What may be spent in all.'),
            budget_per_day_usd: money('What may be spent from midnight to midnight in UTC.'),
            budget_per_week_usd: money('What may be spent from Monday to Sunday in UTC.'),
            budget_per_month_usd: money('What may be spent in a month in UTC.'),
            requests_per_minute: { ...rate, description: 'Token bucket; burst = limit.' },
            requests_per_day: { ...rate, description: 'From midnight to midnight in UTC.' },
            tokens_per_minute: { ...rate, description: 'Input and output tokens a minute.' },
            tokens_per_day: { ...rate, description: 'Input and output tokens from midnight to midnight in UTC.' },
            max_concurrent: whole(100, 1, 'Requests at a time.'),
            expires_at: { type: 'string', format: 'date-time', description: 'RFC 3339, 2030-01-01T00:00:00Z.' },
          },
          ['name', 'key'],
        ),
      },
      providers: {
        type: 'array',
        description: 'The providers. Left out: they are discovered from key variables and local servers.',
        items: {
          type: 'object',
          required: ['name', 'kind'],
          discriminator: { propertyName: 'kind' },
          oneOf: kinds.map(providerSchema),
        },
      },
      models: {
        type: 'array',
        default: [],
        description: 'The names that clients use, and where they lead.',
        items: section(
          'One model.',
          {
            name: name(
              'What clients write in `model`. One * stands for any run of characters (gpt-*): names with an entry of their own go first, then patterns in the order of the file.',
            ),
            aliases: {
              type: 'array',
              items: name('Another name of the same model.'),
              default: [],
              description: 'Other names of the same model.',
            },
            targets: {
              type: 'array',
              minItems: 1,
              description: 'Where requests go, in failover order.',
              items: section(
                'One model at one provider.',
                {
                  provider: name('Name of a provider.'),
                  model: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 500,
                    description:
                      "The model's name at the provider. Where the entry's name is a pattern: * is the name as the client wrote it, a * within the name what the pattern's * stood for.",
                  },
                  weight: { type: 'number', exclusiveMinimum: 0, maximum: 1e6, description: 'Share of first tries.' },
                  price,
                },
                ['provider', 'model'],
              ),
            },
            price,
            ...ownTimesAndRetries('this model'),
            max_output_tokens: {
              type: 'integer',
              minimum: 1,
              maximum: Number.MAX_SAFE_INTEGER,
              description: "The output limit where the client sets none and the provider needs one. Left out: the model's own maximum.",
            },
          },
          ['name', 'targets'],
        ),
      },
      limits: {
        ...section('Sizes, in bytes unless the name says otherwise.', {
          body_bytes: bytes(33554432, 'JSON request body.'),
          multipart_bytes: bytes(27262976, 'Multipart request body.'),
          header_bytes: bytes(16384, 'Header block of a request.'),
          header_count: whole(100, 1, 'Headers of a request.', 10000),
          url_bytes: bytes(8192, 'Request target.'),
          memory_bytes: bytes(
            536870912,
            'Bodies of all requests in memory, decoded; one token may take half. At least 8 times body_bytes.',
          ),
          calls_per_request: whole(128, 1, 'Requests to a provider that one request may become, as a long list of embedding inputs does.'),
          json_depth: whole(64, 1, 'Nesting of a JSON body.', 1000),
          json_values: whole(500000, 1, 'Values of a JSON body; a list or an object counts twice.'),
          json_keys: whole(100000, 1, 'Members of all objects of a JSON body.'),
          sse_frame_bytes: bytes(16777216, "One event of a provider's stream."),
          upstream_body_bytes: bytes(67108864, "A provider's plain reply, decoded, or all of a translated stream."),
          in_flight: whole(1000, 1, 'Requests at a time in all.'),
          buffered_bytes_per_stream: bytes(65536, 'Held for a client that reads slowly, and while a stream has no content yet.'),
          ws_message_bytes: bytes(16777216, 'One WebSocket message.'),
          unread_bytes: bytes(
            268435456,
            'Written to clients and not read by them yet, in all; beyond it those that read nothing for the longest time are cut off.',
          ),
        }),
        default: {},
      },
      timeouts: {
        ...section('Times, in milliseconds.', {
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
        }),
        default: {},
      },
      retries: {
        ...section('Second attempts.', {
          ...upstreamRetries({ withDefaults: true }),
          budget_percent: {
            type: 'number',
            minimum: 0,
            maximum: 100,
            default: 20,
            description: 'Of running requests that may be retries.',
          },
          budget_floor: whole(3, 0, 'Retries that are always allowed.'),
        }),
        default: {},
      },
      breaker: {
        ...section('When the breaker of a target opens: no request is sent to it for a while.', {
          consecutive_failures: whole(5, 1, 'Failures in a row that open it.'),
          open_ms: milliseconds(15000, 'First opening.'),
          open_max_ms: milliseconds(120000, 'Longest opening.'),
        }),
        default: {},
      },
      log: {
        ...section('What the log shows, and how.', {
          format: { enum: ['auto', 'json', 'pretty'], default: 'auto', description: 'auto: pretty lines on a terminal, JSON elsewhere.' },
          end_users: {
            enum: ['hashed', 'plain', 'none'],
            default: 'hashed',
            description: "The client's `user` or `metadata.user_id`: as a keyed hash, as it is, or not at all.",
          },
        }),
        default: {},
      },
      responses: {
        ...section('Stored responses.', {
          ttl_days: { type: 'number', exclusiveMinimum: 0, maximum: 36500, default: 30, description: 'How long they are kept.' },
          quota_bytes: bytes(
            1073741824,
            'What one owner may have stored; beyond it the oldest go, and what builds on them cannot be continued.',
          ),
        }),
        default: {},
      },
      unknown_ids: {
        enum: ['pass', 'refuse'],
        default: 'pass',
        description:
          "Ids of a provider's objects (items, conversations, prompts, files, vector stores, containers) that were not made through this gateway.",
      },
      accounting: {
        ...section('Cost.', {
          unknown_price: { enum: ['zero', 'refuse'], default: 'zero', description: 'What a model without a price costs.' },
          retention_days: {
            type: 'number',
            exclusiveMinimum: 0,
            maximum: 36500,
            default: 90,
            description: 'How long records of requests are kept. What a token has spent is kept for ever.',
          },
          fine_usage_days: whole(7, 1, 'How long sums of five minutes are kept, which reports by hours are made from.', 400),
          usage_days: whole(800, 1, 'How long sums of days are kept, which other reports are made from.', 36500),
        }),
        default: {},
      },
    }),
  }
}
