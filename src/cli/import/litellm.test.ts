import { fromLiteLlm, perMillion } from './litellm.js'

const file = `
model_list:
  - model_name: gpt-4o
    litellm_params: { model: azure/eu, api_base: https://eu.openai.azure.com/, api_key: os.environ/AZURE_EU, api_version: 2024-10-21, rpm: 6 }
  - model_name: gpt-4o
    litellm_params: { model: azure/ca, api_base: https://ca.openai.azure.com/, api_key: os.environ/AZURE_CA, weight: 3, input_cost_per_token: 0.0000025 }
  - model_name: claude
    litellm_params: { model: anthropic/claude-x, api_key: sk-ant-canary }
    model_info: { output_cost_per_token: 1.5e-7, mode: chat }
  - model_name: bedrock-claude
    litellm_params: { model: bedrock/converse/anthropic.claude-x, aws_region_name: eu-west-1, aws_secret_access_key: canary-secret }
  - model_name: local
    litellm_params: { model: ollama_chat/llama3, api_base: http://127.0.0.1:11434 }
  - model_name: mine
    litellm_params: { model: openai/my-model, api_base: http://127.0.0.1:9000/v1, api_key: none, extra_headers: { x-team: a } }
  - model_name: anthropic/*
    litellm_params: { model: anthropic/*, api_key: sk-ant-canary }
  - model_name: strange
    litellm_params: { model: nlp_cloud/dolphin }
  - model_name: shared
    litellm_params: { model: gpt-x, litellm_credential_name: team }
credential_list:
  - { credential_name: team, credential_values: { api_key: os.environ/TEAM_KEY } }
litellm_settings:
  fallbacks: [{ claude: [gpt-4o] }, { nobody: [claude] }]
  num_retries: 2
  drop_params: true
router_settings:
  routing_strategy: simple-shuffle
  model_group_alias: { sonnet: claude, hidden: { model: local, hidden: true } }
  cooldown_time: 30
general_settings: { master_key: sk-canary-master, alerting: [slack] }
environment_variables: { REGION: x }
`

test('a configuration of LiteLLM', () => {
  const draft = fromLiteLlm(file)
  expect(draft.configuration()).toEqual({
    admin: { key: '${ANYWIRE_ADMIN_KEY}' },
    tokens: [{ name: 'master', key: '${ANYWIRE_ADMIN_KEY}' }],
    retries: { attempts: 3 },
    breaker: { open_ms: 30_000, open_max_ms: 30_000 },
    providers: [
      {
        name: 'azure-openai',
        kind: 'azure-openai',
        base_url: 'https://eu.openai.azure.com',
        api_key: '${AZURE_EU}',
        api_version: '2024-10-21',
      },
      { name: 'azure-openai-2', kind: 'azure-openai', base_url: 'https://ca.openai.azure.com', api_key: '${AZURE_CA}' },
      { name: 'anthropic', kind: 'anthropic', api_key: '${ANTHROPIC_API_KEY}', passthrough: true },
      { name: 'bedrock', kind: 'bedrock', region: 'eu-west-1', secret_access_key: '${AWS_SECRET_ACCESS_KEY}' },
      { name: 'ollama', kind: 'ollama', base_url: 'http://127.0.0.1:11434/v1' },
      {
        name: 'openai-compatible',
        kind: 'openai-compatible',
        base_url: 'http://127.0.0.1:9000/v1',
        api_key: '${OPENAI_API_KEY}',
        headers: { 'x-team': '${OPENAI_X_TEAM}' },
      },
      { name: 'openai', kind: 'openai', api_key: '${TEAM_KEY}' },
    ],
    models: [
      {
        name: 'gpt-4o',
        targets: [
          { provider: 'azure-openai', model: 'eu', weight: 1 },
          { provider: 'azure-openai-2', model: 'ca', weight: 3, price: { input_per_million_usd: '2.5' } },
        ],
      },
      {
        name: 'claude',
        aliases: ['sonnet'],
        targets: [
          { provider: 'anthropic', model: 'claude-x', price: { output_per_million_usd: '0.15' } },
          { provider: 'azure-openai', model: 'eu' },
          { provider: 'azure-openai-2', model: 'ca', price: { input_per_million_usd: '2.5' } },
        ],
      },
      { name: 'bedrock-claude', targets: [{ provider: 'bedrock', model: 'anthropic.claude-x' }] },
      { name: 'local', aliases: ['hidden'], targets: [{ provider: 'ollama', model: 'llama3' }] },
      { name: 'mine', targets: [{ provider: 'openai-compatible', model: 'my-model' }] },
      { name: 'shared', targets: [{ provider: 'openai', model: 'gpt-x' }] },
    ],
  })
  expect([...draft.variables.keys()]).toEqual([
    'ANTHROPIC_API_KEY',
    'AWS_SECRET_ACCESS_KEY',
    'OPENAI_API_KEY',
    'OPENAI_X_TEAM',
    'REGION',
    'ANYWIRE_ADMIN_KEY',
  ])
  expect(draft.notes.map(({ at }) => at)).toEqual([
    'model_list[0].litellm_params.rpm',
    'model_list[7].litellm_params',
    'general_settings.master_key',
    'general_settings.alerting',
    'litellm_settings.fallbacks',
    'litellm_settings.drop_params',
  ])
  expect(JSON.stringify([draft.configuration(), draft.notes])).not.toContain('canary')
})

test('what LiteLLM takes from its environment is taken from there, too', () => {
  const draft = fromLiteLlm(`
model_list:
  - { model_name: fast, litellm_params: { model: gpt-x } }
  - { model_name: azure, litellm_params: { model: azure/x } }
  - { model_name: signed, litellm_params: { model: azure/x, azure_ad_token: canary } }
  - { model_name: groq, litellm_params: { model: groq/x, api_base: https://api.groq.com/openai/v1 } }
  - { model_name: mine, litellm_params: { model: openai/x, api_base: http://127.0.0.1:8000 } }
  - { model_name: nim, litellm_params: { model: nvidia_nim/meta/x } }
  - { model_name: claude, litellm_params: { model: bedrock/us-west-2/anthropic.claude-x } }
  - { model_name: mine, litellm_params: { model: "hosted_vllm/x", api_base: "http://127.0.0.1:8001/\${v}" } }
  - { model_name: gemini, litellm_params: { model: vertex_ai/gemini-x, vertex_location: os.environ/PLACE } }
environment_variables: { PORT: 6379, DEBUG: true, nested: {} }
`)
  expect(draft.configuration()['providers']).toEqual([
    { name: 'openai', kind: 'openai', api_key: '${OPENAI_API_KEY}' },
    { name: 'azure-openai', kind: 'azure-openai', base_url: '${AZURE_API_BASE}', api_key: '${AZURE_API_KEY}' },
    { name: 'azure-openai-2', kind: 'azure-openai', base_url: '${AZURE_API_BASE}' },
    { name: 'groq', kind: 'groq', base_url: 'https://api.groq.com/openai/v1', api_key: '${GROQ_API_KEY}' },
    { name: 'openai-compatible', kind: 'openai-compatible', base_url: 'http://127.0.0.1:8000' },
    {
      ...{ name: 'openai-compatible-2', kind: 'openai-compatible' },
      ...{ base_url: 'https://integrate.api.nvidia.com/v1', api_key: '${NVIDIA_NIM_API_KEY}' },
    },
    { name: 'bedrock', kind: 'bedrock', region: 'us-west-2' },
    { name: 'vllm', kind: 'vllm', base_url: 'http://127.0.0.1:8001/$${v}' },
    { name: 'vertex', kind: 'vertex', project: '${VERTEXAI_PROJECT}', location: '${PLACE}' },
  ])
  expect([...draft.variables]).toEqual([
    ['PORT', '6379'],
    ['DEBUG', 'true'],
  ])
  expect(draft.notes.map(({ at }) => at)).toEqual([
    'model_list[2].litellm_params.azure_ad_token',
    'model_list[4].litellm_params.api_key',
    'model_list[8].litellm_params',
    'environment_variables.nested',
  ])
})

test('a fallback may name a model of a provider that takes any, and may have one', () => {
  const draft = fromLiteLlm(`
model_list:
  - { model_name: anthropic/*, litellm_params: { model: anthropic/*, api_key: os.environ/A } }
  - { model_name: fast, litellm_params: { model: groq/x, api_key: os.environ/B } }
litellm_settings:
  fallbacks: [{ fast: [anthropic/claude-x, { model: y, api_key: sk-canary }] }, { anthropic/claude-y: [fast] }]
`)
  const [claudeX, claudeY] = ['claude-x', 'claude-y'].map((model) => ({ provider: 'anthropic', model }))
  const fast = { provider: 'groq', model: 'x' }
  expect(draft.configuration()['models']).toEqual([
    { name: 'fast', targets: [fast, claudeX] },
    { name: 'anthropic/claude-y', targets: [claudeY, fast, claudeX] },
  ])
  expect(draft.notes).toEqual([
    { at: 'litellm_settings.fallbacks', what: 'left out: a fallback with settings of its own is no model of the file' },
  ])
})

test('every setting that is left out is named, with where ours is', () => {
  const draft = fromLiteLlm(`
model_list:
  - model_name: My Model
    litellm_params: { model: openai/gpt-x, api_key: os.environ/A, organization: [org-1, org-2], temperature: 0.2, input_cost_per_second: 1 }
    model_info: { id: one, mode: chat, supports_vision: true, access_groups: [beta] }
  - model_name: claude
    litellm_params: { model: anthropic/claude-x, api_key: os.environ/B, organization: org-1, extra_headers: { not a header: x } }
  - { model_name: every, litellm_params: { model: "groq/*", api_key: os.environ/C } }
  - { model_name: "*", litellm_params: { model: "*" } }
litellm_settings:
  { request_timeout: 600, cache: true, set_verbose: true, fallbacks: [{ claude: [My-Model] }], context_window_fallbacks: [{ claude: [x] }] }
router_settings:
  { routing_strategy: least-busy, redis_host: r, fallbacks: [{ claude: [My-Model, "*"] }], model_group_alias: { sonnet: claude }, cooldown_time: 0.5 }
general_settings: { master_key: 1234, store_model_in_db: true, max_parallel_requests: 9 }
guardrails: []
include: [other.yaml]
`)
  const { models, breaker } = draft.configuration()
  expect(models).toEqual([
    { name: 'My-Model', targets: [{ provider: 'openai', model: 'gpt-x' }] },
    {
      name: 'claude',
      aliases: ['sonnet'],
      targets: [
        { provider: 'anthropic', model: 'claude-x' },
        { provider: 'openai', model: 'gpt-x' },
      ],
    },
    { name: '*', targets: [{ provider: 'openai-2', model: '*' }] },
  ])
  expect(breaker).toEqual({ open_ms: 500, open_max_ms: 500 })
  expect(draft.notes.map(({ at, what }) => `${at}: ${what}`)).toEqual([
    'model_list[0].model_name: clients write My-Model: names have no spaces here',
    'model_list[0].litellm_params.organization: left out: one provider of the kind openai has one organization',
    'model_list[0].litellm_params.temperature: left out: it has no counterpart',
    'model_list[0].litellm_params.input_cost_per_second: left out: see price, in docs/prices.md',
    "model_list[0].model_info.access_groups: left out: which models a token may use is said by the token's models",
    'model_list[1].litellm_params.organization: left out: one provider of the kind openai has one organization',
    'model_list[1].litellm_params.extra_headers: left out: "not a header" with this value is no header',
    'model_list[2]: left out: the * of "*" stands for nothing in "every"',
    'model_list[3].model_name: names without an entry go to openai-2 alone: give each other provider a model PROVIDER/*',
    'general_settings.master_key: left out: it is no text',
    'general_settings.store_model_in_db: left out: models in its database are not in this file; here they can always be created by the admin API',
    'general_settings.max_parallel_requests: left out: see max_concurrent of a token',
    'litellm_settings.request_timeout: left out: see timeouts, of the gateway, the provider or the model',
    'litellm_settings.cache: left out: replies are not kept for other requests here',
    'litellm_settings.set_verbose: always so: the log has one line a request',
    'litellm_settings.context_window_fallbacks: left out: it has no counterpart',
    'router_settings.routing_strategy: left out: it has no counterpart',
    'router_settings.redis_host: left out: gateways share a PostgreSQL database here; each counts its limits for itself',
    'router_settings.fallbacks: left out: the targets of "*" have a * that stands for nothing in "claude"',
    'guardrails: left out: it has no counterpart',
    'include: left out: import those files, too',
  ])
})

test('a fallback of a model whose deployments share the tries gets almost none of them', () => {
  const draft = fromLiteLlm(`
model_list:
  - { model_name: a, litellm_params: { model: openai/x, api_key: os.environ/A } }
  - { model_name: a, litellm_params: { model: openai/x, api_key: os.environ/B } }
  - { model_name: b, litellm_params: { model: openai/y, api_key: os.environ/A } }
router_settings: { fallbacks: [{ a: [b] }] }
`)
  expect(draft.configuration()).toMatchObject({
    models: [{ name: 'a', targets: [{ weight: 1 }, { weight: 1 }, { model: 'y', weight: 0.000001 }] }, { name: 'b' }],
  })
})

test.each(['- a', 'model_list: 3', '{', 'models: []'])('%j is no configuration of LiteLLM', (text) => {
  expect(() => fromLiteLlm(text)).toThrow(/YAML|LiteLLM/)
})

test.each([
  [0.0000025, '2.5'],
  [1.5e-7, '0.15'],
  ['3e-06', '3'],
  [1e-10, '0.0001'],
  [0, '0'],
  [2, '2000000'],
  ['1e2', '100000000'],
  ['0.00000000123456789', '0.00123456789'],
  [-1, undefined],
  ['free', undefined],
  [undefined, undefined],
])('%p a token is %p a million', (one, million) => {
  expect(perMillion(one)).toBe(million)
})
