// Calls every kind of endpoint with the generated client. docs/generate-a-client.md shows the parts between the marks.
import { strict as assert } from 'node:assert'
import axios from 'axios'
// snippet: setup
import * as anywire from 'anywire-client'

const configuration = new anywire.Configuration({ basePath: process.env.ANYWIRE_URL ?? '', accessToken: process.env.ANYWIRE_TOKEN ?? '' })
// end

// snippet: events
/** The data of each event of a stream, as it comes. Generated methods type the plain reply, so the stream comes as that type. */
async function* events(reply: { readonly data: unknown }): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of reply.data as AsyncIterable<Buffer>) {
    const lines = (rest + piece.toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ') && line !== 'data: [DONE]') yield line.slice('data: '.length)
  }
}
// end

async function chat() {
  // snippet: chat
  const chatCompletionRequest: anywire.ChatCompletionRequest = { model: 'chat', messages: [{ role: 'user', content: 'Say hello.' }] }
  const { data: completion } = await new anywire.ChatCompletionsApi(configuration).createChatCompletion({ chatCompletionRequest })
  console.log(completion.choices[0]?.message?.content)
  // end
  assert.equal(completion.choices[0]?.message?.content, 'Hello')
  assert.equal(completion.usage?.total_tokens, 7)
  assert.deepEqual('brand_new' in completion && completion.brand_new, { since: 'yesterday' })
}

async function chatInParts() {
  const chatCompletionRequest: anywire.ChatCompletionRequest = {
    model: 'messages',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hello.' }] }],
  }
  const { data } = await new anywire.ChatCompletionsApi(configuration).createChatCompletion({ chatCompletionRequest })
  assert.equal(data.choices[0]?.message?.content, 'Hello')
}

async function chatStreamed() {
  let text = ''
  const times: number[] = []
  // snippet: stream
  const chatCompletionRequest: anywire.ChatCompletionRequest = {
    model: 'chat',
    stream: true,
    messages: [{ role: 'user', content: 'Say hello.' }],
  }
  const api = new anywire.ChatCompletionsApi(configuration)
  const reply = await api.createChatCompletion({ chatCompletionRequest }, { responseType: 'stream' })
  for await (const data of events(reply)) {
    const chunk: anywire.ChatCompletionChunk = JSON.parse(data)
    text += chunk.choices[0]?.delta?.content ?? ''
    // hide
    times.push(performance.now())
    // show
  }
  // end
  assert.equal(text, 'Hello')
  assert.ok((times.at(-1) ?? 0) - (times[0] ?? 0) > 150, 'the stream came in one piece')
}

async function messageWithTool() {
  // snippet: tools
  const messages = new anywire.MessagesApi(configuration)
  const messagesRequest: anywire.MessagesRequest = {
    model: 'messages',
    max_tokens: 200,
    messages: [{ role: 'user', content: 'How warm is it in Paris?' }],
    tools: [{ type: 'custom', name: 'weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }],
  }
  const { data: reply } = await messages.createMessage({ messagesRequest, anthropicVersion: '2023-06-01' })
  const call = reply.content.find((block) => block.type === 'tool_use')
  if (call === undefined) throw new Error('no call')
  messagesRequest.messages.push(
    { role: 'assistant', content: [call] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: '21 degrees' }] },
  )
  const { data: last } = await messages.createMessage({ messagesRequest, anthropicVersion: '2023-06-01' })
  // end
  assert.deepEqual(call.input, { city: 'Paris' })
  // A kind of block that the types do not know is there all the same.
  assert.deepEqual(reply.content[1], { type: 'hunch', strength: 3 })
  assert.deepEqual(last.content[0]?.type === 'text' && last.content[0].text, 'The tool said "21 degrees"')
}

async function messageStreamed() {
  const messagesRequest: anywire.MessagesRequest = {
    model: 'messages',
    max_tokens: 20,
    stream: true,
    messages: [{ role: 'user', content: 'Hi' }],
  }
  const parameters = { messagesRequest, anthropicVersion: '2023-06-01' }
  const reply = await new anywire.MessagesApi(configuration).createMessage(parameters, { responseType: 'stream' })
  let text = ''
  let last = ''
  for await (const data of events(reply)) {
    const event: anywire.MessagesStreamEvent = JSON.parse(data)
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text
    last = event.type
  }
  assert.deepEqual([text, last], ['Hello', 'message_stop'])
}

async function response() {
  // snippet: responses
  const responsesCreateRequest: anywire.ResponsesCreateRequest = { model: 'responses', input: 'Say hello.' }
  const { data: reply } = await new anywire.ResponsesApi(configuration).createResponse({ responsesCreateRequest })
  const message = reply.output.find((item) => item.type === 'message')
  const part = message?.content[0]
  const text = part?.type === 'output_text' ? part.text : ''
  // end
  assert.equal(text, 'Hello')
}

async function responseStreamed() {
  const responsesCreateRequest: anywire.ResponsesCreateRequest = { model: 'responses', stream: true, input: 'Hi' }
  const reply = await new anywire.ResponsesApi(configuration).createResponse({ responsesCreateRequest }, { responseType: 'stream' })
  let text = ''
  let last = ''
  for await (const data of events(reply)) {
    const event: anywire.ResponsesStreamEvent = JSON.parse(data)
    if (event.type === 'response.output_text.delta') text += event.delta
    last = event.type
  }
  assert.deepEqual([text, last], ['Hello', 'response.completed'])
}

const contents = (text: string): anywire.GeminiGenerateContentRequest => ({ contents: [{ role: 'user', parts: [{ text }] }] })

async function content() {
  // snippet: content
  const geminiGenerateContentRequest: anywire.GeminiGenerateContentRequest = {
    contents: [{ role: 'user', parts: [{ text: 'Say hello.' }] }],
  }
  const api = new anywire.GenerateContentApi(configuration)
  const { data: reply } = await api.generateContent({ model: 'org/chat', geminiGenerateContentRequest })
  const text = reply.candidates?.[0]?.content?.parts?.[0]?.text
  // end
  assert.equal(text, 'Hello')
}

async function contentStreamed() {
  const parameters = { model: 'gemini', alt: 'sse', geminiGenerateContentRequest: contents('Hi') }
  const reply = await new anywire.GenerateContentApi(configuration).streamGenerateContent(parameters, { responseType: 'stream' })
  let text = ''
  for await (const data of events(reply)) {
    const chunk: anywire.GeminiGenerateContentResponse = JSON.parse(data)
    text += chunk.candidates?.[0]?.content?.parts?.[0]?.text ?? ''
  }
  assert.equal(text, 'Hello')
}

async function embeddings() {
  // snippet: embeddings
  const embeddingRequest: anywire.EmbeddingRequest = { model: 'embed', input: ['one', 'two'] }
  const { data: vectors } = await new anywire.EmbeddingsApi(configuration).createEmbedding({ embeddingRequest })
  // end
  assert.deepEqual(vectors.data[1]?.embedding, [0.5, -0.25, 1])
}

async function rerank() {
  // snippet: rerank
  const rerankRequest: anywire.RerankRequest = { model: 'rank', query: 'Which one?', documents: ['first', 'second'] }
  const { data: ranking } = await new anywire.RerankApi(configuration).createRerank({ rerankRequest })
  // end
  assert.deepEqual(
    ranking.results?.map(({ index, relevance_score }) => [index, relevance_score]),
    [
      [1, 0.2],
      [0, 0.1],
    ],
  )
}

async function transcription() {
  // snippet: transcription
  const file = new File(['RIFF....'], 'call.wav')
  const { data: transcript } = await new anywire.AudioApi(configuration).createTranscription({ model: 'hear', file })
  // end
  assert.equal(transcript.text, 'up heard call.wav, 8 bytes')
}

async function imageEdit() {
  const picture = Uint8Array.from({ length: 256 }, (_, index) => index)
  // snippet: image
  const image = [new File([picture], 'a.png')]
  const { data: edited } = await new anywire.ImagesApi(configuration).createImageEdit({ model: 'paint', prompt: 'Make it blue.', image })
  // end
  assert.equal(edited.data[0]?.b64_json, Buffer.from(picture).toString('base64'))
}

async function speech() {
  // snippet: speech
  const audioSpeechRequest: anywire.AudioSpeechRequest = { model: 'speak', input: 'Hello', voice: 'alloy' }
  // In Node bytes come as an ArrayBuffer, whatever the method's type says; in a browser ask for `blob`.
  const { data: audio } = await new anywire.AudioApi(configuration).createSpeech({ audioSpeechRequest }, { responseType: 'arraybuffer' })
  // end
  assert.deepEqual(Buffer.from(audio as unknown as ArrayBuffer), Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256)))
}

async function models() {
  const { data: list } = await new anywire.ModelsApi(configuration).listModels({})
  assert.ok(list.data.some((model) => model.id === 'chat'))
}

async function errors() {
  const chatCompletionRequest: anywire.ChatCompletionRequest = { model: 'none', messages: [{ role: 'user', content: 'Hi' }] }
  // snippet: errors
  try {
    await new anywire.ChatCompletionsApi(configuration).createChatCompletion({ chatCompletionRequest })
  } catch (error) {
    if (!axios.isAxiosError<anywire.ChatErrorResponse>(error)) throw error
    console.log(error.response?.status, error.response?.data.error.message)
  }
  // end
  await refused(404, new anywire.ChatCompletionsApi(configuration).createChatCompletion({ chatCompletionRequest }))
  const stranger = new anywire.Configuration({ basePath: configuration.basePath ?? '', accessToken: 'wrong' })
  await refused(401, new anywire.ChatCompletionsApi(stranger).createChatCompletion({ chatCompletionRequest }))
  const messagesRequest: anywire.MessagesRequest = { model: 'messages', max_tokens: 0, messages: [{ role: 'user', content: 'Hi' }] }
  await refused(400, new anywire.MessagesApi(configuration).createMessage({ messagesRequest, anthropicVersion: '2023-06-01' }))
  const unknown = { model: 'none', geminiGenerateContentRequest: contents('Hi') }
  await refused(404, new anywire.GenerateContentApi(configuration).generateContent(unknown))
  const responsesCreateRequest: anywire.ResponsesCreateRequest = { model: 'none', input: 'Hi' }
  await refused(404, new anywire.ResponsesApi(configuration).createResponse({ responsesCreateRequest }))
}

async function refused(status: number, call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(axios.isAxiosError<{ error: { message: string } }>(error), `${status} expected`)
  assert.equal(error.response?.status, status)
  assert.equal(typeof error.response.data.error.message, 'string')
}

const checks = [
  chat,
  chatInParts,
  chatStreamed,
  messageWithTool,
  messageStreamed,
  response,
  responseStreamed,
  content,
  contentStreamed,
  embeddings,
  rerank,
  transcription,
  imageEdit,
  speech,
  models,
  errors,
]
let passed = 0
for (const check of checks)
  try {
    await check()
    passed += 1
  } catch (error) {
    console.log(`FAILED ${check.name}: ${String(error)}`)
  }
console.log(`${passed} passed, ${checks.length - passed} failed`)
process.exitCode = passed === checks.length ? 0 : 1
