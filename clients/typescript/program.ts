// Calls every kind of endpoint with the client. docs/generate-a-client.md shows the parts between the marks.
import { strict as assert } from 'node:assert'
// snippet: setup
import { Anywire, StatusError, textOf } from 'anywire-client'

const anywire = new Anywire({ baseUrl: process.env.ANYWIRE_URL, token: process.env.ANYWIRE_TOKEN })
// end
import {
  AdminApi,
  AudioApi,
  ImagesApi,
  operations,
  type GeminiGenerateContentRequest,
  type MessagesRequest,
} from 'anywire-client/operations'
import { report } from './report.ts'

async function chat() {
  // snippet: chat
  const completion = await anywire.chatCompletions.create({ model: 'chat', messages: [{ role: 'user', content: 'Say hello.' }] })
  console.log(textOf(completion), completion.usage?.total_tokens)
  // end
  assert.equal(textOf(completion), 'Hello')
  assert.equal(completion.usage?.total_tokens, 7)
  assert.deepEqual('brand_new' in completion && completion.brand_new, { since: 'yesterday' })
}

async function chatInParts() {
  const content = [{ type: 'text' as const, text: 'Say hello.' }]
  const completion = await anywire.chatCompletions.create({ model: 'messages', messages: [{ role: 'user', content }] })
  assert.equal(textOf(completion), 'Hello')
}

async function chatStreamed() {
  let text = ''
  // snippet: stream
  const stream = await anywire.chatCompletions.stream({ model: 'chat', messages: [{ role: 'user', content: 'Say hello.' }] })
  for await (const chunk of stream) {
    text += textOf(chunk)
    if (chunk.choices[0]?.finish_reason === 'length') break
  }
  // end
  assert.equal(text, 'Hello')
  assert.match(stream.requestId ?? '', /./)
}

async function messageWithTool() {
  // snippet: tools
  const request: MessagesRequest = {
    model: 'messages',
    max_tokens: 200,
    messages: [{ role: 'user', content: 'How warm is it in Paris?' }],
    tools: [{ type: 'custom', name: 'weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }],
  }
  const reply = await anywire.messages.create(request)
  const call = reply.content.find((block) => block.type === 'tool_use')
  if (call === undefined) throw new Error('no call')
  request.messages.push(
    { role: 'assistant', content: [call] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: '21 degrees' }] },
  )
  const last = await anywire.messages.create(request)
  // end
  assert.deepEqual(call.input, { city: 'Paris' })
  // A kind of block that the types do not know is there all the same.
  assert.deepEqual(reply.content[1], { type: 'hunch', strength: 3 })
  assert.equal(textOf(reply), 'Let me look.')
  assert.equal(textOf(last), 'The tool said "21 degrees"')
}

async function messageStreamed() {
  let text = ''
  let last = ''
  const stream = await anywire.messages.stream({ model: 'messages', max_tokens: 20, messages: [{ role: 'user', content: 'Hi' }] })
  for await (const event of stream) {
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text
    last = event.type
  }
  assert.deepEqual([text, last], ['Hello', 'message_stop'])
}

async function response() {
  // snippet: responses
  const reply = await anywire.responses.create({ model: 'responses', input: 'Say hello.' })
  const text = textOf(reply)
  // end
  assert.equal(text, 'Hello')
}

async function responseStreamed() {
  let last = ''
  let text = ''
  for await (const event of await anywire.responses.stream({ model: 'responses', input: 'Hi' })) {
    if (event.type === 'response.output_text.delta') text += event.delta
    last = event.type
  }
  assert.deepEqual([text, last], ['Hello', 'response.completed'])
}

const contents = (text: string): GeminiGenerateContentRequest => ({ contents: [{ role: 'user', parts: [{ text }] }] })

async function content() {
  // snippet: content
  const reply = await anywire.content.generate('org/chat', { contents: [{ role: 'user', parts: [{ text: 'Say hello.' }] }] })
  const text = textOf(reply)
  // end
  assert.equal(text, 'Hello')
}

async function contentStreamed() {
  const stream = await anywire.content.stream('gemini', contents('Hi'))
  assert.equal(await stream.text(), 'Hello')
}

async function embeddings() {
  // snippet: embeddings
  const vectors = await anywire.embeddings.create({ model: 'embed', input: ['one', 'two'] })
  // end
  assert.deepEqual(vectors.data[1]?.embedding, [0.5, -0.25, 1])
}

async function rerank() {
  // snippet: rerank
  const ranking = await anywire.rerank.create({ model: 'rank', query: 'Which one?', documents: ['first', 'second'] })
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
  const { data: transcript } = await operations(AudioApi, anywire).createTranscription({ model: 'hear', file })
  // end
  assert.equal(transcript.text, 'up heard call.wav, 8 bytes')
}

async function imageEdit() {
  const picture = Uint8Array.from({ length: 256 }, (_, index) => index)
  // snippet: image
  const image = [new File([picture], 'a.png')]
  const { data: edited } = await operations(ImagesApi, anywire).createImageEdit({ model: 'paint', prompt: 'Make it blue.', image })
  // end
  assert.equal(edited.data[0]?.b64_json, Buffer.from(picture).toString('base64'))
}

async function speech() {
  // snippet: speech
  const audioSpeechRequest = { model: 'speak', input: 'Hello', voice: 'alloy' }
  const { data: audio } = await operations(AudioApi, anywire).createSpeech({ audioSpeechRequest }, { responseType: 'blob' })
  const bytes = await audio.arrayBuffer()
  // end
  assert.deepEqual(Buffer.from(bytes), Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256)))
}

async function models() {
  assert.ok((await anywire.models()).some((model) => model.id === 'chat'))
}

async function errors() {
  const request = { model: 'none', messages: [{ role: 'user' as const, content: 'Hi' }] }
  // snippet: errors
  try {
    await anywire.chatCompletions.create(request)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    console.log(error.status, error.code, error.message, error.requestId)
  }
  // end
  await refused(404, 'model_not_found', anywire.chatCompletions.create(request))
  const stranger = new Anywire({ baseUrl: process.env.ANYWIRE_URL, token: 'wrong' })
  await refused(401, 'invalid_api_key', stranger.chatCompletions.create(request))
  await refused(400, 'invalid_request_error', anywire.messages.create({ model: 'messages', max_tokens: 0, messages: [] }))
  await refused(404, 'NOT_FOUND', anywire.content.generate('none', contents('Hi')))
  await refused(404, 'model_not_found', anywire.responses.create({ model: 'none', input: 'Hi' }))
  await refused(404, 'not_found', operations(AdminApi, anywire).listTokens({}))
}

async function refused(status: number, code: string, call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof StatusError, `${status} expected, not ${String(error)}`)
  assert.deepEqual([error.status, error.code], [status, code])
  assert.ok(error.body !== undefined && error.requestId !== undefined)
}

await report([
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
])
