import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { loadConfiguration } from '../../config/index.js'
import type { Draft } from './draft.js'
import { fromLiteLlm } from './litellm.js'
import { fromNewApi } from './new-api.js'

/** What a start would make of it, with every variable set that it refers to. */
function loaded(draft: Draft) {
  const folder = mkdtempSync(join(tmpdir(), 'anywire-imported-'))
  const file = join(folder, 'anywire.yaml')
  const yaml = stringify(draft.configuration(), { lineWidth: 0 })
  writeFileSync(file, yaml)
  const names = Array.from(yaml.matchAll(/\$\{([A-Z0-9_]+)\}/g), ([, name = '']) => name)
  const environment = Object.fromEntries(names.map((name) => [name, name.endsWith('API_BASE') ? 'https://name.example' : 'v'.repeat(32)]))
  try {
    return loadConfiguration({ env: { ...environment, ANYWIRE_SECRET_KEY: 's'.repeat(32) }, cwd: folder, file, checkOnly: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// The forms of https://docs.litellm.ai/docs/proxy/configs, all in one file.
const litellm = `
model_list:
  - &azure
    model_name: gpt-4o
    litellm_params:
      model: azure/gpt-4o-eu
      api_base: https://europe.openai.azure.com/
      api_key: "os.environ/AZURE_KEY_EU"
      rpm: 6
  - <<: *azure
    litellm_params: { model: azure/gpt-4o-ca, api_base: os.environ/AZURE_API_BASE, api_key: os.environ/AZURE_KEY_CA, api_version: "2024-10-21", timeout: 30 }
  - { model_name: gpt-4o-mini, litellm_params: { model: gpt-4o-mini, tags: [cheap] }, model_info: { id: "1", input_cost_per_token: 1.5e-07 } }
  - { model_name: claude, litellm_params: { model: bedrock/eu-central-1/anthropic.claude-x, aws_profile_name: work } }
  - { model_name: claude, litellm_params: { model: vertex_ai/claude-x, vertex_project: p, vertex_location: us-east5, vertex_credentials: key.json, order: 2 } }
  - { model_name: vllm-models, litellm_params: { model: openai/facebook/opt-125m, api_base: http://0.0.0.0:4000/v1, api_key: none, max_tokens: 20 } }
  - { model_name: llama, litellm_params: { model: ollama/llama2, temperature: 0.1 } }
  - { model_name: embeddings, litellm_params: { model: cohere/embed-x, api_key: os.environ/COHERE_API_KEY } }
  - { model_name: speech, litellm_params: { model: sagemaker/jumpstart } }
  - { model_name: hugging, litellm_params: { model: huggingface/codebert, api_base: https://h.example } }
  - { model_name: "groq/*", litellm_params: { model: "groq/*", api_key: os.environ/GROQ_API_KEY } }
  - { model_name: "gpt-*", litellm_params: { model: "openai/gpt-*" } }
  - { model_name: "*", litellm_params: { model: "*" } }
litellm_settings:
  drop_params: true
  num_retries: 3
  request_timeout: 10
  fallbacks: [{ gpt-4o: [gpt-4o-mini, groq/llama-x] }]
  context_window_fallbacks: [{ gpt-4o: [claude] }]
  success_callback: [langfuse]
  cache_params: { type: redis, host: localhost, password: canary }
router_settings:
  routing_strategy: usage-based-routing-v2
  model_group_alias: { gpt-4: gpt-4o }
  num_retries: 2
  timeout: 30
  allowed_fails: 0
  cooldown_time: 300
  redis_password: canary
general_settings:
  master_key: os.environ/LITELLM_MASTER_KEY
  database_url: postgresql://user:canary@host/db
environment_variables: { LANGFUSE_KEY: canary, REDIS_PORT: 6379 }
guardrails: [{ guardrail_name: a, litellm_params: { guardrail: aporia, mode: post_call, api_key: canary } }]
`

test('a configuration of LiteLLM with all its sections becomes one that starts', () => {
  const draft = fromLiteLlm(litellm)
  const { providers, models, retries, breaker } = loaded(draft)
  expect(providers.map(({ kind }) => kind)).toEqual([
    ...[
      'azure-openai',
      'azure-openai',
      'openai',
      'bedrock',
      'vertex',
      'openai-compatible',
      'ollama',
      'cohere',
      'openai-compatible',
      'groq',
    ],
  ])
  expect(Object.fromEntries(models.map(({ name, targets }) => [name, targets.length]))).toEqual({
    ...{ 'gpt-4o': 4, 'gpt-4o-mini': 1, claude: 2, 'vllm-models': 1, llama: 1, embeddings: 1, hugging: 1, 'gpt-*': 1, '*': 1 },
  })
  expect([retries.attempts, breaker.consecutive_failures, breaker.open_ms, breaker.open_max_ms]).toEqual([3, 1, 300_000, 300_000])
  expect(JSON.stringify([draft.configuration(), draft.notes])).not.toContain('canary')
})

test('channels of new-api, as its list has them, become a configuration that starts', () => {
  const channel = {
    ...{ id: 1, type: 1, key: '', openai_organization: '', test_model: '', status: 1, name: 'OpenAI main', weight: 0, created_time: 1 },
    ...{ base_url: '', other: '', balance: 0, models: 'gpt-x,gpt-y', group: 'default,vip', used_quota: 0, model_mapping: '', priority: 0 },
    ...{
      status_code_mapping: '',
      auto_ban: 1,
      other_info: '',
      tag: '',
      setting: '',
      param_override: null,
      header_override: null,
      remark: '',
    },
    ...{ channel_info: { is_multi_key: false, multi_key_size: 0, multi_key_status_list: null, multi_key_mode: '' }, settings: '{}' },
  }
  const draft = fromNewApi({
    notes: [],
    tokens: [],
    channels: [
      channel,
      { ...channel, id: 2, name: 'azure', type: 3, base_url: 'https://r.openai.azure.com', other: '2024-10-21', priority: 10 },
      { ...channel, id: 3, name: 'ollama', type: 4, models: 'llama3:8b' },
      { ...channel, id: 4, name: 'plan', type: 45, base_url: 'doubao-coding-plan', models: 'doubao' },
      { ...channel, id: 5, name: 'bedrock', type: 33, models: 'claude' },
      { ...channel, id: 6, name: 'midjourney', type: 2, models: 'mj_imagine' },
    ],
  })
  const { providers, models } = loaded(draft)
  expect(providers.map(({ name, kind }) => [name, kind])).toEqual([
    ['OpenAI-main', 'openai'],
    ['azure', 'azure-openai'],
    ['ollama', 'ollama'],
    ['plan', 'openai-compatible'],
    ['bedrock', 'bedrock'],
  ])
  expect(models.map(({ name, targets }) => [name, targets.map(({ provider }) => provider)])).toEqual([
    ['gpt-x', ['azure', 'OpenAI-main']],
    ['gpt-y', ['azure', 'OpenAI-main']],
    ['llama3:8b', ['ollama']],
    ['doubao', ['plan']],
    ['claude', ['bedrock']],
  ])
})
