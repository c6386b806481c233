// Rows that the tables of several chat styles share.
import { objectOf } from '../../../src/json/object.js'
import { drop, edit, set, type Edit, type Frame, type StreamEdit } from './changes.js'
import { inAnswer, inJson, inStream, type Fault, type Heard } from './faulty-server.js'

/** Makes the rows of one path: faults of its replies, streams and errors. */
export function faultsAt(path: RegExp) {
  return {
    reply: (name: string, change: Edit): Fault => inJson(path, name, change),
    stream: (name: string, change: StreamEdit): Fault => inStream(path, name, change),
    error: (name: string, status: number, change: Edit): Fault => inJson(path, name, change, status),
  }
}

/** The fault alone in replies to requests in which the member has this value. */
export function whenAsked(member: string, value: unknown, fault: Fault): Fault {
  return { ...fault, when: ({ asked, status }) => status === 200 && asked[member] === value }
}

/** What can be wrong with the head of every reply. */
export function faultsOfAnyReply(path: RegExp): readonly Fault[] {
  const answered = repliesAt(path)
  const withType =
    (type: string) =>
    ({ headers }: Heard): Partial<Heard> => ({ headers: { ...headers, 'content-type': type } })
  return [
    inAnswer('a reply as text/plain', answered, withType('text/plain')),
    inAnswer('a stream as application/json', (heard) => answered(heard) && isStream(heard), withType('application/json')),
    inAnswer('the token in an answer', answered, ({ body }) => ({
      body: Buffer.from(body.toString('utf8').replace('{"', '{"debug":"sk-contract-secret","')),
    })),
    inAnswer('a redirect', answered, ({ headers }) => ({ status: 307, headers: { ...headers, location: '/elsewhere' } })),
  ]
}

/** For the styles whose replies have the id of their request. */
export function noRequestId(path: RegExp): Fault {
  return inAnswer('no request id', repliesAt(path), ({ headers }) => ({ headers: { 'content-type': headers['content-type'] ?? '' } }))
}

const repliesAt =
  (path: RegExp) =>
  (heard: Heard): boolean =>
    path.test(heard.path) && heard.status === 200
const isStream = ({ headers }: Heard): boolean => headers['content-type']?.startsWith('text/event-stream') === true

/** What can be wrong with usage in OpenAI's form, by the names of its members. */
export function openAIUsageFaults(path: RegExp, input: string, output: string): readonly Fault[] {
  const { reply } = faultsAt(path)
  return [
    reply('no usage', drop('/usage')),
    reply('usage is null', set('/usage', null)),
    reply(
      'total_tokens is too large',
      edit('/usage/total_tokens', (total) => Number(total) + 1),
    ),
    reply('no tokens of output', (body) => {
      const usage = objectOf(objectOf(body)?.['usage'])
      return set('/usage', { ...usage, [output]: 0, total_tokens: usage?.[input] })(body)
    }),
    reply('more cached tokens than input', set(`/usage/${input}_details`, { cached_tokens: 100_000 })),
    reply('more reasoning than output', set(`/usage/${output}_details`, { reasoning_tokens: 100_000 })),
  ]
}

const done: Frame = { event: undefined, data: '[DONE]' }

/** `[DONE]` at the end: twice where the style has it. */
export const withDone: StreamEdit = (frames) => [...frames, done]

/** Lines `event:` with this text; `undefined`: none. */
export const withEventLines =
  (event: string | undefined): StreamEdit =>
  (frames) =>
    frames.map(({ data }) => ({ event, data }))

export const milliseconds = (seconds: unknown): number => Math.floor(Number(seconds) * 1000)
