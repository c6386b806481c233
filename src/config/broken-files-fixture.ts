/** A secret of the files: no error may show it. */
export const canary = 'sk-canary-2f81c0'
const provider = '{ name: up, kind: openai, base_url: "http://127.0.0.1:1/v1", api_key: "sk-canary-2f81c0" }'
const memory = 'database: memory\n'

/** Each file is wrong in one way; the error names the place, the key and what is expected. */
export const brokenFiles: [holds: string, yaml: string, error: RegExp, env?: Record<string, string>][] = [
  ['unknown key', `${memory}sever: { port: 1 }`, /^anywire\.yaml:2:1: sever: unknown key; did you mean server\?$/],
  ['unknown key far from any other', `${memory}zzzzzzzz: 1`, /^anywire\.yaml:2:1: zzzzzzzz: unknown key; expected one of server, database/],
  [
    'unknown key in a section',
    `${memory}limits: { body_byte: 1 }`,
    /^anywire\.yaml:2:11: limits\.body_byte: unknown key; did you mean body_bytes\?$/,
  ],
  [
    'unknown key of a provider',
    `${memory}providers: [ { name: a, kind: anthropic, base_ulr: "http://h" } ]`,
    /:2:\d+: providers\[0\]\.base_ulr: unknown key; did you mean base_url\?$/,
  ],
  [
    'setting of another kind',
    `${memory}providers: [ { name: a, kind: anthropic, chat_api: both } ]`,
    /providers\[0\]\.chat_api: unknown key/,
  ],
  ['a reference of a shell', `${memory}tokens: [ { name: a, key: $CI_KEY } ]`, /tokens\[0\]\.key: expected "\$\{CI_KEY\}", which is how/],
  ['a reference of LiteLLM', `${memory}tokens: [ { name: a, key: os.environ/CI_KEY } ]`, /tokens\[0\]\.key: expected "\$\{CI_KEY\}"/],
  [
    'a file that is not there',
    `${memory}tokens: [ { name: a, key: "\${file:/run/secrets/none}" } ]`,
    /tokens\[0\]\.key: expected a readable file at \/run\/secrets\/none$/,
  ],
  [
    'white space in a provider key',
    `${memory}providers: [ { name: a, kind: openai, api_key: "${canary} x" } ]`,
    /providers\[0\]\.api_key: expected a key without white space in it$/,
  ],
  [
    'an address without a version',
    `${memory}providers: [ { name: a, kind: openai, base_url: "https://proxy.example" } ]`,
    /providers\[0\]\.base_url: expected an address with a version, such as "https:\/\/proxy\.example\/v1"$/,
  ],
  [
    'times that cannot both hold',
    `${memory}timeouts: { header_ms: 5000, request_ms: 1000 }`,
    /timeouts\.header_ms: expected at most request_ms, 1000, found 5000$/,
  ],
  [
    'a secret that is no text is not shown',
    `${memory}providers: [ { name: a, kind: azure-openai, base_url: "http://h", identity: auto, client_secret: 123456 } ]`,
    /providers\[0\]\.client_secret: expected a text$/,
  ],
  [
    'two stars in the name of a model',
    `${memory}providers: [ ${provider} ]\nmodels: [ { name: "g*t-*", targets: [ { provider: up, model: x } ] } ]`,
    /models\[0\]\.name: expected one \* at the most, as in "gpt-\*", found g\*t-\*$/,
  ],
  [
    'a star in a target alone',
    `${memory}providers: [ ${provider} ]\nmodels: [ { name: "gpt-*", aliases: [fast], targets: [ { provider: up, model: "*" } ] } ]`,
    /models\[0\]\.targets\[0\]\.model: expected the name of one model; a \* here takes over/,
  ],
  ['text for a number', `${memory}server: { port: "high" }`, /^anywire\.yaml:2:17: server\.port: expected a whole number, found "high"$/],
  ['number in quotes', `${memory}server: { port: "8787" }`, /server\.port: expected a whole number, found "8787"$/],
  ['list for a mapping', `${memory}timeouts: [1]`, /timeouts: expected a mapping, found a list$/],
  ['mapping for a list', `${memory}tokens: { name: a, key: ${canary} }`, /^anywire\.yaml:2:9: tokens: expected a list, found a mapping$/],
  ['top level list', '- a', /: \(top level\): expected a mapping, found a list$/],
  ['fraction', `${memory}limits: { in_flight: 1.5 }`, /limits\.in_flight: expected a whole number, found 1\.5$/],
  ['negative number', `${memory}timeouts: { reply_ms: -1 }`, /timeouts\.reply_ms: expected a number >= 1, found -1$/],
  [
    'negative budget',
    `${memory}tokens: [ { name: a, key: ${canary}, budget_usd: -1 } ]`,
    /tokens\[0\]\.budget_usd: expected an amount such as "1\.00" or a number ≥ 0, found -1$/,
  ],
  ['limit that cannot be parsed', `${memory}limits: { body_bytes: 32MB }`, /limits\.body_bytes: expected a whole number, found "32MB"$/],
  [
    'timer longer than timers can be',
    `${memory}timeouts: { drain_ms: 9999999999 }`,
    /timeouts\.drain_ms: expected a number <= 2147483647, found 9999999999$/,
  ],
  ['port out of range', `${memory}server: { port: 65536 }`, /server\.port: expected a number <= 65535/],
  ['token without key', `${memory}tokens: [ { name: a } ]`, /^anywire\.yaml:2:11: tokens\[0\]\.key: is missing$/],
  [
    'token key with a space',
    `${memory}tokens: [ { name: a, key: "${canary} x" } ]`,
    /tokens\[0\]\.key: expected a key without white space in it$/,
  ],
  [
    'date that is none',
    `${memory}tokens: [ { name: a, key: ${canary}, expires_at: tomorrow } ]`,
    /expires_at: expected a date and time such as "2030-01-01T00:00:00Z", found "tomorrow"$/,
  ],
  [
    'token name twice',
    `${memory}tokens: [ { name: a, key: ${canary} }, { name: a, key: other } ]`,
    /tokens\[1\]\.name: expected a name a of its own, already taken by tokens\[0\]$/,
  ],
  [
    'token key twice',
    `${memory}tokens: [ { name: a, key: ${canary} }, { name: b, key: ${canary} } ]`,
    /tokens\[1\]\.key: expected a key of its own, already taken by tokens\[0\]$/,
  ],
  ['provider name twice', `${memory}providers: [ ${provider}, ${provider} ]`, /providers\[1\]\.name: expected a name up of its own/],
  [
    'model name twice',
    `${memory}providers: [ ${provider} ]\nmodels: [ { name: m, targets: [ { provider: up, model: x } ] }, { name: n, aliases: [m], targets: [ { provider: up, model: x } ] } ]`,
    /models\[1\]\.name: expected a name m of its own/,
  ],
  [
    'unknown provider',
    `${memory}providers: [ ${provider} ]\nmodels: [ { name: m, targets: [ { provider: upp, model: x } ] } ]`,
    /^anywire\.yaml:3:\d+: models\[0\]\.targets\[0\]\.provider: no provider has the name upp; did you mean up\?$/,
  ],
  ['model without targets', `${memory}models: [ { name: m, targets: [] } ]`, /models\[0\]\.targets: expected a list that is not empty$/],
  [
    'unknown kind',
    `${memory}providers: [ { name: a, kind: antropic } ]`,
    /providers\[0\]\.kind: expected one of openai, .*found "antropic"; did you mean anthropic\?$/,
  ],
  ['no kind', `${memory}providers: [ { name: a } ]`, /providers\[0\]\.kind: is missing$/],
  [
    'no address where the kind has none',
    `${memory}providers: [ { name: a, kind: openai-compatible } ]`,
    /providers\[0\]\.base_url: is missing$/,
  ],
  [
    'address without scheme',
    `${memory}providers: [ { name: a, kind: openai, base_url: api.example.com } ]`,
    /providers\[0\]\.base_url: expected an absolute URL .*, found "api\.example\.com"$/,
  ],
  [
    'address with a key',
    `${memory}providers: [ { name: a, kind: openai, base_url: "https://h/v1?key=${canary}" } ]`,
    /providers\[0\]\.base_url: expected an absolute URL .*, found a text of \d+ characters$/,
  ],
  [
    'key in the place of an address',
    `${memory}providers: [ { name: a, kind: openai, base_url: ${canary} } ]`,
    /providers\[0\]\.base_url: expected an absolute URL .*, found a text of \d+ characters$/,
  ],
  [
    'address with a password',
    `${memory}providers: [ { name: a, kind: openai, base_url: "https://u:${canary}@h/v1" } ]`,
    /providers\[0\]\.base_url: expected an absolute URL .*, found a text of \d+ characters$/,
  ],
  [
    'header name',
    `${memory}providers: [ { name: a, kind: openai, headers: { "a b": "${canary}" } } ]`,
    /providers\[0\]\.headers\.a b: expected the name of a header$/,
  ],
  [
    'price',
    `${memory}models: [ { name: m, targets: [ { provider: a, model: b } ], price: { input_per_million_usd: "three" } } ]`,
    /price\.input_per_million_usd: expected an amount .*, found "three"$/,
  ],
  [
    'a negative price',
    `${memory}models: [ { name: m, targets: [ { provider: a, model: b } ], price: { search_usd: -1 } } ]`,
    /price\.search_usd: expected an amount .*, found -1$/,
  ],
  [
    'a price of a length',
    `${memory}models: [ { name: m, targets: [ { provider: a, model: b } ], price: { above: [ { input_tokens: 1, input_per_million_usd: "x" } ] } } ]`,
    /price\.above\[0\]\.input_per_million_usd: expected an amount .*, found "x"$/,
  ],
  [
    'a length that is missing',
    `${memory}models: [ { name: m, targets: [ { provider: a, model: b } ], price: { above: [ { input_per_million_usd: 1 } ] } } ]`,
    /price\.above\[0\]\.input_tokens: is missing$/,
  ],
  [
    'a misspelt amount of a price',
    `${memory}models: [ { name: m, targets: [ { provider: a, model: b } ], price: { input_per_milion_usd: 3 } } ]`,
    /price\.input_per_milion_usd: unknown key; did you mean input_per_million_usd\?$/,
  ],
  [
    'a misspelt time limit of a provider',
    `${memory}providers: [ { name: a, kind: openai, timeouts: { conect_ms: 3 } } ]`,
    /providers\[0\]\.timeouts\.conect_ms: unknown key; did you mean connect_ms\?$/,
  ],
  [
    'a misspelt part of an image price',
    `${memory}models: [ { name: m, targets: [ { provider: a, model: b } ], price: { images: [ { sise: "1x1", usd: 1 } ] } } ]`,
    /price\.images\[0\]\.sise: unknown key; did you mean size\?$/,
  ],
  [
    'a misspelt part of a service tier',
    `${memory}models: [ { name: m, targets: [ { provider: a, model: b } ], price: { service_tiers: { flex: { output_per_milion_usd: 1 } } } } ]`,
    /price\.service_tiers\.flex\.output_per_milion_usd: unknown key; did you mean output_per_million_usd\?$/,
  ],
  [
    'the name of a service tier',
    `${memory}models: [ { name: m, targets: [ { provider: a, model: b } ], price: { service_tiers: { "a b": { } } } } ]`,
    /price\.service_tiers\.a b: expected the name of a service tier$/,
  ],
  [
    'the day of a change',
    `${memory}models: [ { name: m, targets: [ { provider: a, model: b } ], price: { changes: [ { from: tomorrow } ] } } ]`,
    /price\.changes\[0\]\.from: expected a day such as "2030-01-01", or a date and time, found "tomorrow"$/,
  ],
  [
    'no changes',
    `${memory}models: [ { name: m, targets: [ { provider: a, model: b } ], price: { changes: [] } } ]`,
    /price\.changes: expected a list that is not empty$/,
  ],
  [
    'database of another kind',
    `database: "mysql://root:${canary}@h/d"`,
    /^anywire\.yaml:1:11: database: expected memory, file:PATH or postgres:\/\/\S+$/,
  ],
  [
    'less memory than a body may take',
    `${memory}limits: { body_bytes: 1000, memory_bytes: 7999 }`,
    /limits\.memory_bytes: expected at least 8000, 8 times body_bytes, found 7999$/,
  ],
  ['short secret', `secret_key: ${canary}`, /^anywire\.yaml:1:13: secret_key: expected at least 32 bytes$/],
  [
    'no secret for a file database',
    'database: file:./x.db',
    /secret_key: is missing; a stored database needs at least 32 bytes here or in ANYWIRE_SECRET_KEY$/,
  ],
  [
    'word outside the choice',
    `${memory}accounting: { unknown_price: maybe }`,
    /accounting\.unknown_price: expected one of zero, refuse, found "maybe"$/,
  ],
  ['workers', `${memory}server: { workers: many }`, /server\.workers: expected auto or a whole number ≥ 1, found "many"$/],
  [
    'missing variable',
    `${memory}admin: { key: "\${ANYWIRE_ADMIN_KEY}" }`,
    /^anywire\.yaml:2:15: admin\.key: expected the environment variable ANYWIRE_ADMIN_KEY to be set$/,
  ],
  ['half a reference', `${memory}admin: { key: "\${ANYWIRE" }`, /admin\.key: expected a reference of the form \$\{NAME\}/],
  ['variable with a wrong value', `${memory}server: { port: "\${PORT}" }`, /server\.port: expected a whole number$/, { PORT: canary }],
  ['key written twice', `${memory}server: {}\nserver: {}`, /^anywire\.yaml:3:1 is not valid YAML: Map keys must be unique/],
  ['not YAML', `${memory}admin: { key: ${canary}`, /^anywire\.yaml:\d+:\d+ is not valid YAML/],
  [
    'unquoted reference in braces',
    `${memory}admin: { key: \${ANYWIRE_ADMIN_KEY} }`,
    /^anywire\.yaml:2:15: expected quotes around the reference: "\$\{NAME\}"$/,
  ],
  ['alias to nowhere', `${memory}admin: { key: *${canary} }`, /^anywire\.yaml:\d+:\d+ is not valid YAML/],
  ['port in the environment', memory, /^environment: ANYWIRE_PORT: expected a port number from 0 to 65535$/, { ANYWIRE_PORT: 'x' }],
  ['secret in the environment', memory, /^environment: ANYWIRE_SECRET_KEY: expected at least 32 bytes$/, { ANYWIRE_SECRET_KEY: canary }],
]
