import { fromNewApi } from './new-api.js'

const channel = {
  id: 1,
  type: 1,
  status: 1,
  key: 'sk-canary',
  name: 'main',
  models: 'gpt-x',
  base_url: '',
  group: 'default',
  priority: 0,
  weight: 0,
}

test('channels of new-api', () => {
  const draft = fromNewApi({
    notes: [],
    channels: [
      { ...channel, key: 'sk-canary-1\nsk-canary-2', weight: 5, models: 'gpt-x, gpt-y', model_mapping: '{"gpt-y":"real-y"}' },
      {
        ...channel,
        id: 2,
        name: 'spare',
        base_url: 'https://proxy.example',
        priority: -1,
        header_override: '{"x-a":"canary"}',
        setting: '{"proxy":"http://p:1"}',
      },
      { ...channel, id: 3, name: '千问', type: 17, key: 'canary-qwen', models: 'qwen', param_override: '{"temperature":0}', group: 'vip' },
      { ...channel, id: 4, name: 'aws', type: 33, key: 'AKIA|canary-aws|eu-west-1', models: 'claude' },
      {
        ...channel,
        id: 5,
        name: 'azure',
        type: 3,
        key: 'canary-azure',
        base_url: 'https://r.openai.azure.com',
        other: '2024-10-21',
        models: 'gpt-z',
      },
      { ...channel, id: 6, name: 'off', status: 2 },
      { ...channel, id: 7, name: 'pictures', type: 2 },
    ],
    tokens: [
      {
        id: 1,
        key: 'canary-ci',
        status: 1,
        name: 'ci',
        expired_time: 1900000000,
        remain_quota: 1_250_000,
        unlimited_quota: 0,
        model_limits_enabled: 1,
        model_limits: 'gpt-x,qwen',
        allow_ips: '10.0.0.1\n10.1.0.0/16',
      },
      { id: 2, key: 'canary-ci-2', status: 1, name: 'ci', expired_time: -1, remain_quota: 0, unlimited_quota: 1 },
      { id: 3, key: 'canary-3', status: 2, name: 'gone' },
    ],
  })
  expect(draft.configuration()).toEqual({
    tokens: [
      {
        ...{ name: 'ci', key: '${TOKEN_CI_KEY}', models: ['gpt-x', 'qwen'], networks: ['10.0.0.1', '10.1.0.0/16'] },
        ...{ expires_at: '2030-03-17T17:46:40.000Z', budget_usd: '2.500000' },
      },
      { name: 'ci-2', key: '${TOKEN_CI_KEY_2}' },
    ],
    providers: [
      { name: 'main', kind: 'openai', api_key: '${MAIN_KEY}' },
      { name: 'main-2', kind: 'openai', api_key: '${MAIN_KEY_2}' },
      {
        ...{ name: 'spare', kind: 'openai-compatible', base_url: 'https://proxy.example/v1', api_key: '${SPARE_KEY}' },
        ...{ headers: { 'x-a': '${SPARE_X_A}' }, proxy: '${SPARE_PROXY}' },
      },
      {
        name: 'channel-3',
        kind: 'openai-compatible',
        base_url: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
        api_key: '${CHANNEL_3_KEY}',
      },
      { name: 'aws', kind: 'bedrock', region: 'eu-west-1', access_key_id: 'AKIA', secret_access_key: '${AWS_SECRET}' },
      {
        name: 'azure',
        kind: 'azure-openai',
        base_url: 'https://r.openai.azure.com',
        api_key: '${AZURE_KEY}',
        api_version: '2024-10-21',
      },
    ],
    models: [
      {
        name: 'gpt-x',
        targets: [
          { provider: 'main', model: 'gpt-x', weight: 5 },
          { provider: 'main-2', model: 'gpt-x', weight: 5 },
          { provider: 'spare', model: 'gpt-x', weight: 0.000001 },
        ],
      },
      { name: 'gpt-y', targets: [expect.objectContaining({ model: 'real-y' }), expect.objectContaining({ model: 'real-y' })] },
      { name: 'qwen', targets: [{ provider: 'channel-3', model: 'qwen' }] },
      { name: 'claude', targets: [{ provider: 'aws', model: 'claude' }] },
      { name: 'gpt-z', targets: [{ provider: 'azure', model: 'gpt-z' }] },
    ],
  })
  expect(draft.notes.map(({ at }) => at)).toEqual([
    'channel 千问: param_override',
    'channel 千问: group',
    'channel off',
    'channel pictures',
    'token gone',
  ])
  expect(JSON.stringify([draft.configuration(), draft.notes])).not.toContain('canary')
})

test('keys of a channel that are off or missing, mapped names, plans, and settings without a counterpart', () => {
  const keys = 'sk-canary-a\nsk-canary-b\nsk-canary-c'
  const draft = fromNewApi({
    notes: [{ at: 'users (3)', what: 'left out' }],
    channels: [
      { ...channel, name: 'many', key: keys, channel_info: '{"is_multi_key":true,"multi_key_status_list":{"1":2}}' },
      { ...channel, id: 2, name: 'listed', key: '["sk-canary-d"]', models: 'a', model_mapping: '{"a":"b","b":"c","c":"a"}' },
      { ...channel, id: 3, name: 'exported', type: 14, key: '', models: 'claude', setting: '{"system_prompt":"Be kind.","proxy":""}' },
      { ...channel, id: 4, name: 'plan', type: 26, base_url: 'glm-coding-plan', models: 'glm' },
      { ...channel, id: 5, name: 'nowhere', base_url: 'somewhere' },
      { ...channel, id: 6, name: 'google', type: 41, key: '{"project_id":"p"}', other: '{"default":"global"}', models: 'gemini' },
      { ...channel, id: 7, name: 'aws', type: 33, key: '', models: 'nova' },
    ],
    tokens: [{ id: 1, key: 'canary-ci', status: 1, name: 'ci', group: 'vip', unlimited_quota: 1 }],
  })
  const { providers, models } = draft.configuration()
  expect(providers).toEqual([
    { name: 'many', kind: 'openai', api_key: '${MANY_KEY}' },
    { name: 'many-2', kind: 'openai', api_key: '${MANY_KEY_2}' },
    { name: 'listed', kind: 'openai', api_key: '${LISTED_KEY}' },
    { name: 'exported', kind: 'anthropic', api_key: '${EXPORTED_KEY}' },
    { name: 'plan', kind: 'openai-compatible', base_url: 'https://open.bigmodel.cn/api/coding/paas/v4', api_key: '${PLAN_KEY}' },
    { name: 'google', kind: 'vertex', project: 'p' },
    { name: 'aws', kind: 'bedrock', api_key: '${AWS_KEY}' },
  ])
  expect(models).toContainEqual({ name: 'a', targets: [{ provider: 'listed', model: 'a' }] })
  expect(draft.variables.get('LISTED_KEY')).toBe('sk-canary-d')
  expect([...draft.variables.keys()]).not.toContain('EXPORTED_KEY')
  expect(draft.notes.map(({ at }) => at)).toEqual([
    ...['users (3)', 'channel exported: key', 'channel exported: setting.system_prompt', 'channel nowhere', 'channel google'],
    ...['channel google: other', 'channel aws: key', 'token ci: group'],
  ])
})
