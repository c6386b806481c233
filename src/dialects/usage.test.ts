import type { Usage } from '../exchange/usage.js'
import { parseWire } from '../json/exact-numbers.js'
import { upstreamDialects } from './registry.js'
import type { UpstreamDialect } from '../exchange/dialect-name.js'

/** Usage of each dialect with everything that is priced, as the providers document it. */
const replies: readonly [string, UpstreamDialect, object, Usage][] = [
  [
    'cache writes for one hour, thinking, searches and the fast mode of Claude',
    'messages',
    {
      usage: {
        input_tokens: 10,
        cache_read_input_tokens: 4,
        cache_creation_input_tokens: 7,
        cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 5 },
        output_tokens: 9,
        output_tokens_details: { thinking_tokens: 3 },
        server_tool_use: { web_search_requests: 2 },
        service_tier: 'priority',
        speed: 'fast',
      },
    },
    {
      inputTokens: 21,
      cachedInputTokens: 4,
      cacheWriteInputTokens: 7,
      cacheWrite1hInputTokens: 5,
      outputTokens: 9,
      reasoningOutputTokens: 3,
      webSearchRequests: 2,
      serviceTier: 'priority',
      speed: 'fast',
    },
  ],
  [
    'audio, reasoning and the service tier of chat completions',
    'chat-completions',
    {
      service_tier: 'flex',
      usage: {
        prompt_tokens: 20,
        prompt_tokens_details: { cached_tokens: 8, audio_tokens: 6, image_tokens: 2, cached_tokens_details: { audio_tokens: 5 } },
        completion_tokens: 12,
        completion_tokens_details: { reasoning_tokens: 4, audio_tokens: 3 },
      },
    },
    {
      inputTokens: 20,
      cachedInputTokens: 8,
      audioInputTokens: 6,
      cachedAudioInputTokens: 5,
      imageInputTokens: 2,
      outputTokens: 12,
      reasoningOutputTokens: 4,
      audioOutputTokens: 3,
      serviceTier: 'flex',
    },
  ],
  [
    "OpenRouter's searches and cost",
    'chat-completions',
    { usage: { prompt_tokens: 2, completion_tokens: 1, server_tool_use: { web_search_requests: 3 }, cost: 0.95 } },
    { inputTokens: 2, outputTokens: 1, webSearchRequests: 3, costUsd: '0.95' },
  ],
  [
    "Perplexity's searches and cost",
    'chat-completions',
    { usage: { prompt_tokens: 2, completion_tokens: 1, num_search_queries: 3, cost: { total_cost: 0.006 } } },
    { inputTokens: 2, outputTokens: 1, webSearchRequests: 3, costUsd: '0.006' },
  ],
  [
    'the searches of responses, which are items of their output; opened pages are not counted',
    'responses',
    {
      service_tier: 'priority',
      output: [
        { type: 'web_search_call', action: { type: 'search' } },
        { type: 'web_search_call', action: { type: 'open_page' } },
        { type: 'web_search_call' },
        { type: 'message' },
      ],
      usage: {
        input_tokens: 4,
        input_tokens_details: { cached_tokens: 1 },
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 2 },
      },
    },
    {
      inputTokens: 4,
      cachedInputTokens: 1,
      outputTokens: 5,
      reasoningOutputTokens: 2,
      serviceTier: 'priority',
      webSearchRequests: 2,
    },
  ],
  [
    "xAI's cost in ticks",
    'responses',
    { usage: { input_tokens: 4, output_tokens: 5, cost_in_usd_ticks: 37756000 } },
    { inputTokens: 4, outputTokens: 5, costUsd: '0.0037756' },
  ],
  [
    "Gemini's token counts by kind, also cached ones",
    'generate-content',
    {
      candidates: [{ groundingMetadata: { webSearchQueries: ['a', 'b'] } }],
      usageMetadata: {
        promptTokenCount: 30,
        cachedContentTokenCount: 12,
        cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 7 }],
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 10 },
          { modality: 'AUDIO', tokenCount: 15 },
          { modality: 'IMAGE', tokenCount: 5 },
        ],
        candidatesTokenCount: 8,
        thoughtsTokenCount: 2,
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 6 }],
        serviceTier: 'flex',
      },
    },
    {
      inputTokens: 30,
      cachedInputTokens: 12,
      cachedAudioInputTokens: 7,
      audioInputTokens: 15,
      imageInputTokens: 5,
      outputTokens: 10,
      reasoningOutputTokens: 2,
      imageOutputTokens: 6,
      serviceTier: 'flex',
      webSearchRequests: 2,
    },
  ],
  [
    'cache writes for one hour and the service tier of Converse',
    'bedrock-converse',
    {
      serviceTier: { type: 'flex' },
      usage: {
        inputTokens: 5,
        outputTokens: 6,
        cacheWriteInputTokens: 4,
        cacheDetails: [{ ttl: '1h', inputTokens: 3 }],
      },
    },
    { inputTokens: 9, outputTokens: 6, cacheWriteInputTokens: 4, cacheWrite1hInputTokens: 3, serviceTier: 'flex' },
  ],
]

test.each(replies)('%s', (_name, dialect, reply, expected) => {
  expect(upstreamDialects[dialect].readUsage(parseWire(JSON.stringify(reply)))).toEqual(expected)
})
