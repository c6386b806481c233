import type { JsonObject } from '../../json/object.js'
import type { Draft } from './draft.js'

const perToken = 'limits are those of tokens here, requests_per_minute and tokens_per_minute'
const budgets = 'budgets are those of tokens, users and teams here'
const timeouts = 'see timeouts, of the gateway, the provider or the model'
const shared = 'gateways share a PostgreSQL database here; each counts its limits for itself'
const unkept = 'replies are not kept for other requests here'

/** What to know about settings of LiteLLM that are left out. Others have no counterpart. */
const hints: Readonly<Record<string, string>> = {
  ...{ rpm: perToken, tpm: perToken, max_budget: budgets, budget_duration: budgets },
  ...{ timeout: timeouts, stream_timeout: timeouts, request_timeout: timeouts },
  ...{ max_retries: 'see retries of the provider or the model', num_retries: 'see retries of the provider or the model' },
  ...{ redis_host: shared, redis_port: shared, redis_password: shared, redis_url: shared, cache: unkept, cache_params: unkept },
  database_url: 'its virtual keys are hashes, which only LiteLLM can check; make tokens anew',
  store_model_in_db: 'models in its database are not in this file; here they can always be created by the admin API',
  master_key: 'it is no text',
  max_parallel_requests: 'see max_concurrent of a token',
  global_max_parallel_requests: 'see limits.in_flight',
  alerting: 'see webhooks for budgets',
  maximum_spend_logs_retention_period: 'see accounting.retention_days',
  store_prompts_in_spend_logs: 'see accounting.bodies',
  forward_client_headers_to_llm_api: 'see forward_headers of a provider',
  access_groups: "which models a token may use is said by the token's models",
  include: 'import those files, too',
}

/** Settings that need none here. */
const always: Readonly<Record<string, string>> = {
  drop_params: 'what a provider does not take is left out, and the reply says what',
  set_verbose: 'the log has one line a request',
  json_logs: 'the log is JSON where it is no terminal',
}

export function noteLeftOut(draft: Draft, at: string, key: string): void {
  const hint = Object.hasOwn(hints, key) ? hints[key] : key.includes('cost_per_') ? 'see price, in docs/prices.md' : undefined
  const has = Object.hasOwn(always, key) ? always[key] : undefined
  draft.note(at, has === undefined ? `left out: ${hint ?? 'it has no counterpart'}` : `always so: ${has}`)
}

/** What `model_info` says of a model that the catalogue knows, or that changes nothing. */
const descriptive =
  /^(?:id|mode|base_model|version|description|metadata|litellm_provider|db_model|key|max_(?:input_|output_)?tokens|supports_.*|supported_.*|created_.*|updated_.*)$/

/** Of `model_info` only what would change something is worth a note. */
export function noteInfo(draft: Draft, at: string, info: JsonObject, taken: readonly string[]): void {
  for (const key of Object.keys(info)) if (!taken.includes(key) && !descriptive.test(key)) noteLeftOut(draft, `${at}.${key}`, key)
}
