/** What a channel of a type of new-api is here. `path`: what follows the address of a channel. */
export interface ChannelKind {
  readonly kind: string
  /** The address of a channel without one. Absent: that of the kind. */
  readonly address?: string
  readonly path?: string
}

const compatible = (address: string, path = '/v1'): ChannelKind => ({ kind: 'openai-compatible', address, path })

/** By new-api's numbers of types (its constant/channel.go). Others have no counterpart. */
export const channelKinds: Readonly<Record<number, ChannelKind>> = {
  1: { kind: 'openai', path: '/v1' },
  3: { kind: 'azure-openai' },
  4: { kind: 'ollama', path: '/v1' },
  5: compatible('https://api.openai-sb.com'),
  6: compatible('https://api.openaimax.com'),
  7: compatible('https://api.ohmygpt.com'),
  10: compatible('https://api.aiproxy.io'),
  12: compatible('https://api.api2gpt.com'),
  13: compatible('https://api.aigc2d.com'),
  14: { kind: 'anthropic' },
  17: compatible('https://dashscope.aliyuncs.com', '/compatible-mode/v1'),
  20: { kind: 'openrouter', path: '/v1' },
  24: { kind: 'gemini' },
  25: compatible('https://api.moonshot.cn'),
  26: compatible('https://open.bigmodel.cn', '/api/paas/v4'),
  27: { kind: 'perplexity' },
  31: compatible('https://api.lingyiwanwu.com'),
  33: { kind: 'bedrock' },
  34: { kind: 'cohere' },
  35: compatible('https://api.minimax.chat'),
  38: { kind: 'jina', path: '/v1' },
  40: compatible('https://api.siliconflow.cn'),
  41: { kind: 'vertex' },
  42: { kind: 'mistral', path: '/v1' },
  43: { kind: 'deepseek', path: '/v1' },
  45: compatible('https://ark.cn-beijing.volces.com', '/api/v3'),
  46: compatible('https://qianfan.baidubce.com', '/v2'),
  47: { kind: 'openai-compatible', path: '/v1' },
  48: { kind: 'xai', path: '/v1' },
  53: compatible('https://llm.submodel.ai'),
}

/** Addresses that new-api writes as the name of a plan. */
export const plans: Readonly<Record<string, string>> = {
  'glm-coding-plan': 'https://open.bigmodel.cn/api/coding/paas/v4',
  'glm-coding-plan-international': 'https://api.z.ai/api/coding/paas/v4',
  'kimi-coding-plan': 'https://api.kimi.com/coding/v1',
  'doubao-coding-plan': 'https://ark.cn-beijing.volces.com/api/coding/v3',
}
