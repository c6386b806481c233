import { providerKind } from '../providers/kinds.js'
import { mendBaseUrl } from './base-url.js'

test.each([
  ['openai', 'https://api.openai.com/v1/', 'https://api.openai.com/v1'],
  ['openai', 'https://api.openai.com', 'https://api.openai.com/v1'],
  ['openai', 'https://api.openai.com/v1/chat/completions', 'https://api.openai.com/v1'],
  ['openai', 'https://api.openai.com/v1/responses/', 'https://api.openai.com/v1'],
  ['openai', 'https://proxy.example/openai/v1/', 'https://proxy.example/openai/v1'],
  ['openai-compatible', 'http://127.0.0.1:8000/responses', 'http://127.0.0.1:8000/responses'],
  ['openai-compatible', 'http://127.0.0.1:8000/v1/models', 'http://127.0.0.1:8000/v1'],
  ['ollama', 'http://10.0.0.2:11434', 'http://10.0.0.2:11434/v1'],
  ['vllm', 'http://10.0.0.2:9000/', 'http://10.0.0.2:9000/v1'],
  ['perplexity', 'https://api.perplexity.ai/chat/completions', 'https://api.perplexity.ai'],
  ['anthropic', 'https://api.anthropic.com/v1/messages', 'https://api.anthropic.com'],
  ['anthropic', 'https://api.anthropic.com/v1', 'https://api.anthropic.com'],
  ['anthropic', 'https://proxy.example/anthropic', 'https://proxy.example/anthropic'],
  ['gemini', 'https://generativelanguage.googleapis.com/v1beta/openai/', 'https://generativelanguage.googleapis.com'],
  ['gemini', 'https://generativelanguage.googleapis.com/v1beta/models', 'https://generativelanguage.googleapis.com'],
  ['cohere', 'https://api.cohere.com/v2/chat', 'https://api.cohere.com'],
  ['azure-openai', 'https://me.openai.azure.com/openai/v1/', 'https://me.openai.azure.com'],
  ['azure-openai', 'https://me.openai.azure.com/openai/deployments/gpt-x/chat/completions', 'https://me.openai.azure.com'],
])('%s at %s is %s', (kind, address, expected) => {
  const definition = providerKind(kind)
  expect(definition && mendBaseUrl(address, definition)).toEqual({ address: expected })
})

test('what is not certain is said', () => {
  const openai = providerKind('openai')
  const compatible = providerKind('openai-compatible')
  expect(openai && mendBaseUrl('https://proxy.example', openai)).toEqual({
    expected: 'expected an address with a version, such as "https://proxy.example/v1"',
  })
  expect(compatible && mendBaseUrl('http://127.0.0.1:8000', compatible)).toEqual({
    address: 'http://127.0.0.1:8000',
    warning: 'has no path: most servers have their API at http://127.0.0.1:8000/v1',
  })
})
