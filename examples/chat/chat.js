// A chat with one tool, in OpenAI's chat completions style. The address of the server is ?base=, the mock's where it is left out.
const settings = new URLSearchParams(location.search)
const base = settings.get('base') ?? 'http://127.0.0.1:8788'
const mostRounds = 5

/** What the model may call: the definition goes to the server, `run` is executed here. */
const tools = {
  get_weather: {
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
    run: ({ city }) => ({ city, sky: 'clear', degrees: 21 }),
  },
}

const conversation = []
const list = document.querySelector('#messages')
const form = document.querySelector('form')

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { question } = form.elements
  const content = question.value.trim()
  if (content === '') return
  question.value = ''
  show('user', content)
  conversation.push({ role: 'user', content })
  form.querySelector('button').disabled = true
  try {
    await answer()
  } catch (error) {
    show('error', error.message)
  }
  form.querySelector('button').disabled = false
  question.focus()
})

/** Asks until the model answers without a tool call. */
async function answer() {
  for (let round = 0; round < mostRounds; round++) {
    const message = await streamedMessage()
    conversation.push(message)
    if (message.tool_calls === undefined) return
    for (const call of message.tool_calls) conversation.push({ role: 'tool', tool_call_id: call.id, content: run(call) })
  }
  throw new Error(`The model still calls tools after ${mostRounds} rounds.`)
}

/** Executes a tool call and shows it with its result, which goes back to the model. */
function run({ function: { name, arguments: text } }) {
  let result
  try {
    result = Object.hasOwn(tools, name) ? tools[name].run(JSON.parse(text)) : { error: `There is no tool ${name}.` }
  } catch (error) {
    result = { error: error.message }
  }
  const content = JSON.stringify(result)
  show('tool', `${name}(${text})\n→ ${content}`)
  return content
}

/** Sends the conversation and shows the text as it arrives. Returns the whole message. */
async function streamedMessage() {
  const message = { role: 'assistant', content: '' }
  const calls = []
  let bubble
  for await (const chunk of chunks(await request())) {
    if (chunk.error !== undefined) throw new Error(chunk.error.message)
    const delta = chunk.choices[0]?.delta ?? {}
    if (delta.content) {
      message.content += delta.content
      bubble ??= show('assistant', '')
      bubble.textContent = message.content
    }
    for (const { index, id, function: piece } of delta.tool_calls ?? []) {
      const call = (calls[index] ??= { id, type: 'function', function: { name: piece.name, arguments: '' } })
      call.function.arguments += piece.arguments ?? ''
    }
  }
  return calls.length === 0 ? message : { ...message, tool_calls: calls }
}

async function request() {
  const response = await fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer any', prefer: settings.get('prefer') ?? '' },
    body: JSON.stringify({
      model: settings.get('model') ?? 'fast',
      stream: true,
      messages: conversation,
      tools: Object.entries(tools).map(([name, { description, parameters }]) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    }),
  })
  if (response.ok) return response.body
  const { error } = await response.json()
  throw new Error(error.message)
}

/** The events of the stream as objects. Throws where it ends without its end mark. */
async function* chunks(body) {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + text).split('\n\n')
    rest = frames.pop()
    for (const frame of frames) {
      const data = frame.replace(/^data: /, '')
      if (data === '[DONE]') return
      if (frame.startsWith('data: ')) yield JSON.parse(data)
    }
  }
  throw new Error('The connection broke before the end of the answer.')
}

function show(kind, text) {
  const entry = document.createElement('div')
  entry.className = kind
  entry.textContent = text
  list.append(entry)
  return entry
}
