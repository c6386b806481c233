// Request bodies of the bench, made from text of its own. Those of agents have the sizes and the structure that coding agents send: a long
// system prompt, a dozen tools with long descriptions, a history that grows by a turn with each request.
const model = 'bench-model'

export const small = JSON.stringify({ model, messages: [{ role: 'user', content: prose(600, 1) }] })
export const smallStream = JSON.stringify({
  model,
  stream: true,
  stream_options: { include_usage: true },
  messages: [{ role: 'user', content: prose(600, 1) }],
})
export const smallMessages = JSON.stringify({ model, max_tokens: 1024, messages: [{ role: 'user', content: prose(600, 1) }] })
export const large = JSON.stringify({ model, messages: [{ role: 'user', content: prose(100_000, 2) }] })

/** The requests of one session of an agent of the messages style, about 87 KB: turn by turn. */
export function messagesAgent(turns) {
  const rest = {
    system: [
      { type: 'text', text: prose(70, 3) },
      { type: 'text', text: prose(62, 4), cache_control: { type: 'ephemeral' } },
      { type: 'text', text: markdown(27_500, 5), cache_control: { type: 'ephemeral' } },
    ],
    tools: toolDescriptions.map((length, index) => ({
      name: `Tool${index}`,
      description: markdown(length, 10 + index),
      input_schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema(2 + (index % 4), 10 + index) },
    })),
    metadata: { user_id: JSON.stringify({ device: prose(60, 6), session: prose(60, 7) }) },
    max_tokens: 32_000,
    thinking: { type: 'adaptive' },
    output_config: { effort: 'high' },
  }
  const first = {
    role: 'user',
    content: [800, 170, 440, 1900, 6300, 90, 60, 570, 100].map((length, index) => ({ type: 'text', text: markdown(length, 30 + index) })),
  }
  return session(turns, (history) => ({ model, messages: [first, ...history], ...rest }), messagesTurn)
}

/** The same of the responses style, about 41 KB. */
export function responsesAgent(turns) {
  const first = [
    { role: 'developer', texts: [markdown(16_500, 50)] },
    { role: 'developer', texts: [markdown(2100, 51), markdown(360, 52)] },
    { role: 'user', texts: [markdown(410, 53)] },
    { role: 'user', texts: [prose(96, 54)] },
  ].map(({ role, texts }, index) => ({
    type: 'message',
    id: `msg_${index}`,
    role,
    content: texts.map((text) => ({ type: 'input_text', text })),
  }))
  const rest = {
    tools: Array.from({ length: 9 }, (_, index) => ({
      type: 'function',
      name: `tool_${index}`,
      description: markdown(index === 7 ? 1500 : 120, 60 + index),
      strict: false,
      parameters: schema(3 + (index % 5), 60 + index),
    })),
    tool_choice: 'auto',
    parallel_tool_calls: true,
    reasoning: { summary: 'auto' },
    store: false,
    include: ['reasoning.encrypted_content'],
    prompt_cache_key: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
    client_metadata: { 'x-turn': JSON.stringify({ installation: prose(700, 8) }) },
  }
  return session(turns, (history) => ({ model, input: [...first, ...history], ...rest }), responsesTurn)
}

const toolDescriptions = [8200, 10_700, 1100, 1400, 1800, 570, 3400, 1400, 950, 3500, 80, 620]

function session(turns, request, turn) {
  const history = []
  return Array.from({ length: turns }, (_, index) => {
    if (index > 0) history.push(...turn(index))
    return JSON.stringify(request(history))
  })
}

const messagesTurn = (index) => [
  {
    role: 'assistant',
    content: [
      { type: 'text', text: prose(120, 100 + index) },
      { type: 'tool_use', id: `toolu_${index}`, name: 'Tool4', input: { value0: prose(60, 200 + index) } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${index}`, content: markdown(300, 300 + index) }] },
]

const responsesTurn = (index) => [
  {
    type: 'message',
    id: `msg_r${index}`,
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: prose(120, 100 + index), annotations: [], logprobs: [] }],
  },
  {
    type: 'function_call',
    id: `fc_${index}`,
    status: 'completed',
    name: 'tool_0',
    arguments: JSON.stringify({ value0: prose(60, 200 + index) }),
    call_id: `call_${index}`,
  },
  { type: 'function_call_output', id: `fco_${index}`, call_id: `call_${index}`, output: markdown(300, 300 + index) },
]

function schema(count, seed) {
  const names = Array.from({ length: count }, (_, index) => `value${index}`)
  const property = (index) => {
    const description = prose(40 + ((seed * 37 + index * 53) % 200), seed + index)
    if (index % 4 === 1) return { type: 'string', description, enum: ['low', 'medium', 'high', 'highest'] }
    if (index % 4 === 2)
      return { type: 'array', description, items: { type: 'object', properties: { label: { type: 'string', description } } } }
    return { type: index % 4 === 3 ? 'boolean' : 'string', description }
  }
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name, index) => [name, property(index)])),
    required: names.slice(0, 2),
    additionalProperties: false,
  }
}

/** Text of this length, the same for the same seed. */
function prose(length, seed) {
  return words(length, seed, ' ', 12)
}

/** Text as in prompts: short lines, quotes and code. */
function markdown(length, seed) {
  return words(length, seed, '\n - Use `"quoted"` text:\n', 17)
}

function words(length, seed, between, each) {
  const vocabulary = [
    'the',
    'request',
    'of',
    'a',
    'client',
    'is',
    'sent',
    'to',
    'its',
    'provider',
    'when',
    'it',
    'has',
    'been',
    'checked',
    'and',
    'counted',
  ]
  let state = seed * 2654435761
  let text = ''
  for (let count = 1; text.length < length; count++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    text += vocabulary[(state >>> 16) % vocabulary.length] + (count % each === 0 ? between : ' ')
  }
  return text.slice(0, length)
}
