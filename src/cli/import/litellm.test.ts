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
    breaker: { open_ms: 30_000 },
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
    'OPENAI_X_TEAM',
    'OPENAI_API_KEY',
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
