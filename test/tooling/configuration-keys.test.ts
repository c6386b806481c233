import { existsSync, readFileSync } from 'node:fs'
import { configurationSchema } from '../../src/config/schema.js'
import { isObject, objectsOf } from '../../src/json/object.js'

/**
 * Where each key of anywire.yaml is shown to have its effect: a test that sets it and sees what it does. Prices, and the times and
 * retries of a provider or a model, stand once, whatever they are part of.
 */
const shown: Readonly<Record<string, string>> = {
  'server.host': 'test/e2e/listening.test.ts',
  'server.port': 'test/e2e/listening.test.ts',
  'server.socket': 'test/e2e/listening.test.ts',
  'server.base_path': 'test/e2e/listening.test.ts',
  'server.public_url': 'test/e2e/reload-settings.test.ts',
  'server.cors_origins': 'test/e2e/cross-origin.test.ts',
  database: 'test/e2e/database-trouble.test.ts',
  secret_key: 'test/e2e/token-secrets.test.ts',
  'admin.key': 'test/e2e/reload-settings.test.ts',
  'admin.audit_days': 'src/server/audit-retention.test.ts',
  'tokens[].name': 'test/e2e/admin.test.ts',
  'tokens[].key': 'test/e2e/reload.test.ts',
  'tokens[].user': 'test/e2e/people-of-file.test.ts',
  'tokens[].team': 'test/e2e/people-of-file.test.ts',
  'tokens[].scopes': 'test/e2e/tokens.test.ts',
  'tokens[].models': 'test/e2e/reload.test.ts',
  'tokens[].styles': 'test/e2e/tokens.test.ts',
  'tokens[].networks': 'test/e2e/tokens.test.ts',
  'tokens[].budget_usd': 'test/e2e/budgets.test.ts',
  'tokens[].budget_per_day_usd': 'test/e2e/webhooks.test.ts',
  'tokens[].budget_per_week_usd': 'test/e2e/stacked-budgets.test.ts',
  'tokens[].budget_per_month_usd': 'test/e2e/stacked-budgets.test.ts',
  'tokens[].requests_per_minute': 'test/e2e/overload.test.ts',
  'tokens[].requests_per_day': 'test/e2e/tokens.test.ts',
  'tokens[].tokens_per_minute': 'test/e2e/budgets.test.ts',
  'tokens[].tokens_per_day': 'test/e2e/configured-limits.test.ts',
  'tokens[].max_concurrent': 'test/e2e/waiting-line.test.ts',
  'tokens[].max_wait_ms': 'test/e2e/waiting-line.test.ts',
  'tokens[].expires_at': 'test/e2e/tokens.test.ts',
  'providers[].name': 'test/e2e/listed-models.test.ts',
  'providers[].kind': 'test/e2e/upstream-paths.test.ts',
  'providers[].base_url': 'test/e2e/upstream-paths.test.ts',
  'providers[].api_key': 'test/e2e/secrets.test.ts',
  'providers[].headers': 'test/e2e/secrets.test.ts',
  'providers[].forward_headers': 'test/e2e/passed-on.test.ts',
  'providers[].auth': 'test/e2e/passed-on.test.ts',
  'providers[].proxy': 'test/e2e/connections.test.ts',
  'providers[].ca_file': 'test/e2e/connections.test.ts',
  'providers[].client_cert_file': 'test/e2e/connections.test.ts',
  'providers[].client_key_file': 'test/e2e/connections.test.ts',
  'providers[].chat_api': 'test/e2e/hostile-providers.test.ts',
  'providers[].passthrough': 'test/e2e/listed-models.test.ts',
  'providers[].passthrough.prefixes': 'test/e2e/listed-models.test.ts',
  'providers[].organization': 'test/e2e/secrets.test.ts',
  'providers[].project': 'test/e2e/identities-behind-proxy.test.ts',
  'providers[].identity': 'test/e2e/identities-behind-proxy.test.ts',
  'providers[].tenant_id': 'test/e2e/identities-behind-proxy.test.ts',
  'providers[].client_id': 'test/e2e/identities-behind-proxy.test.ts',
  'providers[].client_secret': 'test/e2e/identities-behind-proxy.test.ts',
  'providers[].api_version': 'test/e2e/upstream-paths.test.ts',
  'providers[].location': 'test/e2e/identities-behind-proxy.test.ts',
  'providers[].credentials_file': 'test/e2e/identities-behind-proxy.test.ts',
  'providers[].region': 'src/providers/bedrock/bedrock.test.ts',
  'providers[].access_key_id': 'src/providers/bedrock/bedrock.test.ts',
  'providers[].secret_access_key': 'src/providers/bedrock/bedrock.test.ts',
  'providers[].session_token': 'src/providers/bedrock/bedrock.test.ts',
  'providers[].profile': 'src/providers/bedrock/identity/machine-keys.test.ts',
  'providers[].chat': 'src/providers/vertex/vertex.test.ts',
  'providers[].queue': 'src/providers/local/local.test.ts',
  'providers[].timeouts': 'test/e2e/time-limits.test.ts',
  'providers[].retries': 'test/e2e/time-limits.test.ts',
  'models[].name': 'test/e2e/listed-models.test.ts',
  'models[].aliases': 'test/e2e/provisioning.test.ts',
  'models[].targets[].provider': 'test/e2e/failover.test.ts',
  'models[].targets[].model': 'test/e2e/failover.test.ts',
  'models[].targets[].weight': 'test/e2e/configured-limits.test.ts',
  'models[].timeouts': 'test/e2e/time-limits.test.ts',
  'models[].retries': 'test/e2e/time-limits.test.ts',
  'models[].max_output_tokens': 'test/e2e/budgets.test.ts',
  'models[].context_window': 'test/e2e/console-accounts.test.ts',
  'models[].modalities': 'test/e2e/console-accounts.test.ts',
  'price.input_per_million_usd': 'test/e2e/accounting.test.ts',
  'price.cached_input_per_million_usd': 'test/e2e/priced-replies.test.ts',
  'price.cache_write_per_million_usd': 'test/e2e/priced-replies.test.ts',
  'price.cache_write_1h_per_million_usd': 'src/accounting/price.test.ts',
  'price.audio_input_per_million_usd': 'src/accounting/price.test.ts',
  'price.cached_audio_input_per_million_usd': 'src/accounting/price.test.ts',
  'price.image_input_per_million_usd': 'src/accounting/price.test.ts',
  'price.cached_image_input_per_million_usd': 'src/accounting/price.test.ts',
  'price.output_per_million_usd': 'test/e2e/accounting.test.ts',
  'price.reasoning_per_million_usd': 'test/e2e/priced-replies.test.ts',
  'price.audio_output_per_million_usd': 'test/e2e/realtime-budget.test.ts',
  'price.image_output_per_million_usd': 'src/accounting/price.test.ts',
  'price.image_usd': 'test/e2e/priced-replies.test.ts',
  'price.size': 'src/accounting/price.test.ts',
  'price.quality': 'src/accounting/price.test.ts',
  'price.usd': 'src/accounting/price.test.ts',
  'price.audio_input_per_hour_usd': 'test/e2e/priced-replies.test.ts',
  'price.characters_per_million_usd': 'test/e2e/priced-replies.test.ts',
  'price.search_usd': 'test/e2e/priced-replies.test.ts',
  'price.request_usd': 'test/e2e/people-of-file.test.ts',
  'price.input_tokens': 'test/e2e/realtime-budget.test.ts',
  'price.from': 'src/accounting/price.test.ts',
  'limits.body_bytes': 'test/e2e/hardening.test.ts',
  'limits.multipart_bytes': 'test/e2e/configured-limits.test.ts',
  'limits.header_bytes': 'test/e2e/overload.test.ts',
  'limits.header_count': 'test/e2e/hardening.test.ts',
  'limits.url_bytes': 'test/e2e/hardening.test.ts',
  'limits.memory_bytes': 'test/e2e/body-memory.test.ts',
  'limits.calls_per_request': 'test/e2e/configured-limits.test.ts',
  'limits.json_depth': 'test/e2e/hardening.test.ts',
  'limits.json_values': 'src/server/parse-body.test.ts',
  'limits.json_keys': 'src/server/parse-body.test.ts',
  'limits.sse_frame_bytes': 'test/e2e/nasty-providers.test.ts',
  'limits.upstream_body_bytes': 'test/e2e/reload-settings.test.ts',
  'limits.in_flight': 'test/e2e/overload.test.ts',
  'limits.max_wait_ms': 'test/e2e/waiting-line.test.ts',
  'limits.buffered_bytes_per_stream': 'test/e2e/configured-limits.test.ts',
  'limits.ws_message_bytes': 'test/e2e/realtime.test.ts',
  'limits.unread_bytes': 'test/e2e/pipelining.test.ts',
  'limits.connections_per_address': 'test/e2e/address-limit.test.ts',
  'timeouts.header_ms': 'test/e2e/hardening.test.ts',
  'timeouts.body_idle_ms': 'test/e2e/hardening.test.ts',
  'timeouts.request_ms': 'test/e2e/hardening.test.ts',
  'timeouts.connect_ms': 'test/e2e/time-limits.test.ts',
  'timeouts.first_byte_ms': 'test/e2e/failover.test.ts',
  'timeouts.hold_ms': 'test/e2e/time-limits.test.ts',
  'timeouts.reply_ms': 'test/e2e/failover.test.ts',
  'timeouts.stream_idle_ms': 'test/e2e/time-limits.test.ts',
  'timeouts.content_idle_ms': 'test/e2e/time-limits.test.ts',
  'timeouts.stream_total_ms': 'test/e2e/time-limits.test.ts',
  'timeouts.heartbeat_ms': 'test/e2e/time-limits.test.ts',
  'timeouts.keep_alive_ms': 'test/e2e/reload-settings.test.ts',
  'timeouts.max_connection_age_ms': 'test/e2e/connections.test.ts',
  'timeouts.client_stall_ms': 'test/e2e/memory.test.ts',
  'timeouts.ws_idle_ms': 'test/e2e/realtime.test.ts',
  'timeouts.drain_delay_ms': 'test/e2e/drain.test.ts',
  'timeouts.drain_ms': 'test/e2e/drain.test.ts',
  'retries.attempts': 'test/e2e/failover.test.ts',
  'retries.max_wait_ms': 'test/e2e/failover.test.ts',
  'retries.budget_percent': 'test/e2e/failover.test.ts',
  'retries.budget_floor': 'test/e2e/failover.test.ts',
  'breaker.consecutive_failures': 'test/e2e/failover.test.ts',
  'breaker.open_ms': 'test/e2e/failover.test.ts',
  'breaker.open_max_ms': 'test/e2e/failover.test.ts',
  'log.format': 'test/e2e/reload-settings.test.ts',
  'log.end_users': 'test/e2e/reload-settings.test.ts',
  'responses.ttl_days': 'test/e2e/configured-limits.test.ts',
  'responses.quota_bytes': 'test/e2e/configured-limits.test.ts',
  unknown_ids: 'test/e2e/foreign-ids.test.ts',
  'webhooks[].url': 'test/e2e/webhooks.test.ts',
  'webhooks[].secret': 'test/e2e/webhooks.test.ts',
  'accounting.catalogue': 'src/routing/shipped-prices.test.ts',
  'accounting.unknown_price': 'test/e2e/reload-settings.test.ts',
  'accounting.retention_days': 'src/books/books.test.ts',
  'accounting.fine_usage_days': 'src/books/books.test.ts',
  'accounting.usage_days': 'src/books/books.test.ts',
  'accounting.bodies.keep': 'test/e2e/bodies.test.ts',
  'accounting.bodies.max_bytes': 'test/e2e/bodies.test.ts',
  'accounting.bodies.retention_days': 'src/books/bodies.test.ts',
}

/** Keys that no test sets, since they need the local model's file: where the code reads them. */
const readBy: Readonly<Record<string, string>> = {
  'providers[].model_path': 'src/cli/local-models.ts',
  'providers[].threads': 'src/cli/local-models.ts',
  'providers[].context_tokens': 'src/cli/local-models.ts',
  'providers[].deadline_ms': 'src/cli/local-models.ts',
}

/** Accepted, without effect: each is a warning at the start (`without-effect.test.ts`). */
const withoutEffect = ['server.workers', 'redis']

const root = configurationSchema()

/** The paths of all keys that have no keys below them. */
function keysOf(schema: unknown, path = '', seen: readonly unknown[] = []): string[] {
  const found = resolved(schema)
  if (!isObject(found) || seen.includes(found)) return []
  const within = [...seen, found]
  const branches = [...objectsOf(found['oneOf']), ...objectsOf(found['anyOf'])].flatMap((branch) => keysOf(branch, path, within))
  const items = found['items'] === undefined ? [] : keysOf(found['items'], `${path}[]`, within)
  const named = keysOf(found['additionalProperties'], path, within)
  const members = Object.entries(isObject(found['properties']) ? found['properties'] : {})
  const below = [
    ...members.flatMap(([name, inner]) => keysOf(inner, path === '' ? name : `${path}.${name}`, within)),
    ...branches,
    ...items.filter((key) => key !== `${path}[]`),
    ...named.filter((key) => key !== path),
  ]
  // Where a key may be a section or a plain value, both are keys.
  return below.length === 0 || objectsOf(found['oneOf']).some(({ type }) => type === 'boolean') ? [path, ...below] : below
}

function resolved(schema: unknown): unknown {
  const reference = isObject(schema) ? schema['$ref'] : undefined
  if (typeof reference !== 'string') return schema
  const definitions = root['definitions']
  return isObject(definitions) ? definitions[reference.split('/').at(-1) ?? ''] : undefined
}

/** What stands once in the table. */
function entryOf(key: string): string {
  const last = key.split('.').at(-1) ?? key
  if (/\.price(?:\.|$)/.test(key)) return `price.${last}`
  const [, own] = /^((?:providers|models)\[\]\.(?:timeouts|retries))\./.exec(key) ?? []
  return own ?? key
}

const entries = [...new Set(keysOf(root).map(entryOf))].sort()

test('every key is shown to have an effect, or is a warning at the start', () => {
  expect([...Object.keys(shown), ...Object.keys(readBy), ...withoutEffect].sort()).toEqual(entries)
})

test.each([...Object.entries(shown), ...Object.entries(readBy), ...withoutEffect.map((key) => [key, 'src/config/without-effect.test.ts'])])(
  '%s: %s',
  (key, file) => {
    expect(existsSync(file)).toBe(true)
    const name = key.split('.').at(-1)?.replace('[]', '') ?? key
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(String.raw`\b${name}\b`))
  },
)
