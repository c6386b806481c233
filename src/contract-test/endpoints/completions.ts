import { objectIn, objectsIn } from '../../dialects/stream-order.js'
import { textOrEmpty } from '../../json/object.js'
import { mediaType, streamOf, type Answered } from '../check.js'
import { chatUsage } from '../conversations/chat-completions.js'
import { checkIndices, checkUsage } from '../usage.js'
import type { Endpoint, EndpointContext } from './endpoint.js'
import { counted } from '../../observability/counted.js'

const path = '/v1/completions'
const prompt = 'Roses are'
const reasons = ['stop', 'length', 'content_filter']

export const completions: Endpoint = {
  name: 'completions',
  use: 'completions',
  smallest: (model) => ({ path, body: { model, prompt } }),
  invalidBodies: [{ name: 'a prompt of a wrong type', body: (model) => ({ model, prompt: true }) }],
  checks: (context) => [
    context.check('a reply', async (send) => {
      const answered = await send(context.request({ path, body: { model: context.model, prompt } }))
      if (answered !== undefined && context.fits(answered, 'Completion')) checkReply(answered)
    }),
    context.check('a stream', async (send) => {
      const body = { model: context.model, prompt, stream: true, stream_options: { include_usage: true } }
      const answered = await send(context.request({ path, body }))
      if (answered !== undefined) checkStream(context, answered)
    }),
  ],
}

function checkReply({ find, body }: Answered): void {
  const choices = objectsIn(body['choices'])
  find.filled('/id', body['id'], 'each answer has an id')
  find.seconds('/created', body['created'])
  find.filled('/model', body['model'], 'an answer names its model')
  find.require(choices.length === 1, '/choices', counted(choices.length, 'choice'), 'one choice', 'one prompt has one answer')
  checkIndices(find, '/choices', body['choices'], 'choices are numbered from 0')
  choices.forEach(({ text, finish_reason: reason }, position) => {
    find.filled(`/choices/${position}/text`, text, 'an answer has a text')
    find.oneOf(`/choices/${position}/finish_reason`, reason, reasons, 'clients know these reasons only')
  })
  checkUsage(find, '/usage', body['usage'], chatUsage)
}

function checkStream({ tester }: EndpointContext, answered: Answered): void {
  const events = streamOf(answered)
  if (events === undefined) return
  const { find, answer } = answered
  find.equals('the events', events.at(-1)?.data ?? mediaType(answer.headers.get('content-type') ?? ''), '[DONE]', 'it is the last event')
  const chunks = events.flatMap(({ value }, position) => (value === undefined ? [] : [{ value, at: find.within(`event ${position}`) }]))
  for (const { value, at } of chunks) {
    tester.fits(at, 'media', 'CompletionChunk', value)
    at.seconds('/created', value['created'])
    at.require(value['id'] === chunks[0]?.value['id'], '/id', value['id'], 'the id of the first chunk', 'it is one answer')
  }
  const choices = chunks.flatMap(({ value }) => objectsIn(value['choices']))
  const text = choices.map((choice) => textOrEmpty(choice['text'])).join('')
  find.require(text !== '', 'the events', undefined, 'a text', 'an answer has a text')
  find.oneOf('the events', choices.at(-1)?.['finish_reason'], reasons, 'the last piece has the reason of the end')
  const counted = chunks.findLast(({ value }) => Object.keys(objectIn(value['usage'])).length > 0)
  checkUsage(counted?.at ?? find, '/usage', counted?.value['usage'], chatUsage)
}
