import { parseMoney } from '../../accounting/money.js'
import { readExport } from './exported-usage.js'

const openaiUsage = `start_time,end_time,start_time_iso,end_time_iso,project_id,num_model_requests,model,batch,input_tokens,output_tokens,input_cached_tokens
1759622400,1759708800,2025-10-05T00:00:00+00:00,2025-10-06T00:00:00+00:00,,4,gpt-x,,100,40,30
1759622400,1759708800,2025-10-05T00:00:00+00:00,2025-10-06T00:00:00+00:00,p,1,gpt-x,,10,4,0
`
const openaiCosts =
  'start_time\tend_time\tamount_value\tamount_currency\tline_item\n1759622400\t1759708800\t0.8958740000000000\tusd\tgpt-x, input\n1759622400\t1759708800\t0.1\tusd\tgpt-x, output\n1759708800\t1759795200\t\t\t\n'
const anthropicUsage =
  '\ufeffusage_date_utc,model_version,api_key,workspace,usage_type,context_window,usage_input_tokens_no_cache,usage_input_tokens_cache_write_5m,usage_input_tokens_cache_write_1h,usage_input_tokens_cache_read,usage_output_tokens,web_search_count\r\n' +
  '2026-03-22,claude-x,"key, ""first""",Default,standard,≤ 200k,100,20,3,4000,50,0\r\n'
const anthropicCosts =
  'usage_date_utc,model,workspace,api_key,usage_type,context_window,token_type,cost_usd,cost_type\n2026-03-22,Claude X,Default,k,message,≤ 200k,input_no_cache,1.25,token\n2026-03-22,Claude X,Default,k,message,≤ 200k,output,0.5,token\n'

test.each([
  [
    'usage of OpenAI, as CSV',
    openaiUsage,
    [{ day: '2025-10-05', model: 'gpt-x', requests: 5, inputTokens: 110, cachedInputTokens: 30, outputTokens: 44 }],
  ],
  ['costs of OpenAI, as CSV with tabs', openaiCosts, [{ day: '2025-10-05', model: 'gpt-x', cost: parseMoney('0.995874') }]],
  [
    'usage of Anthropic, as CSV',
    anthropicUsage,
    [{ day: '2026-03-22', model: 'claude-x', inputTokens: 4123, cachedInputTokens: 4000, outputTokens: 50 }],
  ],
  ['costs of Anthropic, as CSV', anthropicCosts, [{ day: '2026-03-22', model: 'Claude X', cost: parseMoney('1.75') }]],
  [
    'usage of OpenAI, as JSON',
    JSON.stringify({
      object: 'page',
      data: [
        {
          object: 'bucket',
          start_time: 1730419200,
          end_time: 1730505600,
          results: [
            {
              object: 'organization.usage.completions.result',
              input_tokens: 1000,
              output_tokens: 500,
              input_cached_tokens: 800,
              num_model_requests: 5,
              model: 'gpt-x',
            },
          ],
        },
      ],
    }),
    [{ day: '2024-11-01', model: 'gpt-x', requests: 5, inputTokens: 1000, cachedInputTokens: 800, outputTokens: 500 }],
  ],
  [
    'costs of OpenAI, as JSON, not by model',
    JSON.stringify({
      data: [
        {
          start_time: 1730419200,
          results: [{ object: 'organization.costs.result', amount: { value: 6e-7, currency: 'usd' }, line_item: null }],
        },
      ],
    }),
    [{ day: '2024-11-01', model: '', cost: parseMoney('0.0000006') }],
  ],
  [
    'usage of Anthropic, as JSON, two pages',
    JSON.stringify(
      [1, 2].map((count) => ({
        data: [
          {
            starting_at: '2025-08-01T00:00:00Z',
            ending_at: '2025-08-02T00:00:00Z',
            results: [
              {
                uncached_input_tokens: 1500,
                cache_creation: { ephemeral_1h_input_tokens: 1000, ephemeral_5m_input_tokens: 500 },
                cache_read_input_tokens: 200,
                output_tokens: 500 * count,
                model: 'claude-x',
              },
            ],
          },
        ],
      })),
    ),
    [{ day: '2025-08-01', model: 'claude-x', inputTokens: 6400, cachedInputTokens: 400, outputTokens: 1500 }],
  ],
  [
    'costs of Anthropic, as JSON, in cents',
    JSON.stringify({
      data: [{ starting_at: '2025-08-01T00:00:00Z', results: [{ currency: 'USD', amount: '123.78912', model: 'claude-x' }] }],
    }),
    [{ day: '2025-08-01', model: 'claude-x', cost: parseMoney('1.2378912') }],
  ],
])('%s', (_name, text, expected) => {
  expect(readExport(text)).toEqual(expected)
})

test.each([
  ['', /no usage/],
  ['a,b\n1,2\n', /no usage/],
  ['{"data":[', /neither CSV nor JSON/],
  ['{"data":[]}', /no usage/],
  ['start_time,num_model_requests,model\nsoon,1,m\n', /no date/],
  ['usage_date_utc,model_version,usage_output_tokens\n2026-01-01,m,many\n', /is no count/],
  ['usage_date_utc,model,cost_usd\n2026-01-01,m,much\n', /no amount of money/],
])('%j is refused', (text, message) => {
  expect(() => readExport(text)).toThrow(message)
})
