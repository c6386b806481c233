import { createGeminiLiveBridge } from './index.js'
import {
  counted,
  event,
  heard,
  response,
  Session,
  sound,
  spoken,
  tenth,
  toolCall,
  turnComplete,
  types,
  written,
} from './session-fixture.js'

const other = { session: { type: 'realtime', instructions: 'New.' } }
const interrupted = { serverContent: { interrupted: true } }
const text = { output_modalities: ['text'] }
const transcribed = { audio: { input: { transcription: { model: 'any' } } } }

describe('content without anything in it', () => {
  test.each([
    ['a transcript of speech', transcribed, heard('')],
    ['a transcript of the answer', {}, spoken('')],
    ['a text', text, written('')],
    ['audio', { audio: { output: { format: { type: 'audio/pcmu' } } } }, sound('')],
  ])('%s: no event', (_name, settings, message) => {
    const session = Session.ready(settings)
    session.client('response.create')
    expect(types(session.provider(message)).filter((type) => String(type).endsWith('.delta'))).toEqual([])
  })

  test.each([
    ['a transcript of the answer', {}, spoken('')],
    ['a text', text, written('')],
  ])('%s begins no response', (_name, settings, message) => {
    expect(types(Session.ready(settings).provider(message))).toEqual([])
  })
})

describe('content of another kind than the session has', () => {
  test.each([
    ['text', {}, written('Hello.')],
    ['audio', text, sound('AAAA')],
    ['a transcript of the answer', text, spoken('Hello.')],
    ['a transcript of speech', {}, heard('Hello.')],
  ])('%s: no event', (_name, settings, message) => {
    expect(types(Session.ready(settings).provider(message))).toEqual([])
  })
})

describe('after a cancelled response, until its turn ends', () => {
  test.each([
    ['audio', {}, sound('AAAA')],
    ['a text', text, written('Hello.')],
    ['a transcript', {}, spoken('Hello.')],
    ['a tool call', text, toolCall({ id: 'a', name: 'stop' })],
    ['an interruption', text, interrupted],
  ])('%s is dropped, also while another one is requested', (_name, settings, message) => {
    const session = Session.ready(settings)
    session.client('response.create')
    session.client('response.cancel')
    expect(types(session.provider(message))).toEqual([])
    session.client('response.create')
    expect(types(session.provider(message))).toEqual([])
  })
})

describe('an interruption', () => {
  test('without a response is none', () => {
    const session = Session.ready()
    session.client('input_audio_buffer.append', { audio: tenth })
    expect(types(session.provider(interrupted))).toEqual([])
  })

  test.each([
    ['of which there was no speech', {}, false],
    ['where the client marks turns', { audio: { input: { turn_detection: null } } }, true],
  ])('%s begins no speech', (_name, settings, speaks) => {
    const session = Session.ready(settings)
    session.client('response.create')
    session.provider(sound('AAAA'))
    if (speaks) session.client('input_audio_buffer.append', { audio: tenth })
    const said = session.provider(interrupted)
    expect(types(said)).not.toContain('input_audio_buffer.speech_started')
    expect(response(said)).toMatchObject({ status: 'cancelled' })
  })
})

describe('speech', () => {
  test('during a requested answer is not that answer’s question', () => {
    const session = Session.ready()
    session.client('response.create')
    session.provider(sound('AAAA'))
    session.client('input_audio_buffer.append', { audio: tenth })
    expect(types(session.provider(sound('BBBB')))).toEqual(['response.output_audio.delta'])
  })

  test('that was heard before a requested answer is its question', () => {
    const session = Session.ready(transcribed)
    session.client('input_audio_buffer.append', { audio: tenth })
    session.provider(heard('Hello.'))
    session.client('response.create')
    expect(types(session.provider(sound('AAAA'))).slice(0, 2)).toEqual([
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
    ])
  })

  test('that nobody heard in words is a question too', () => {
    const session = Session.ready()
    session.client('input_audio_buffer.append', { audio: tenth })
    expect(types(session.provider(sound('AAAA'))).slice(0, 3)).toEqual([
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
    ])
  })

  test('has no transcript at its end where the session asks for none', () => {
    const session = Session.ready()
    session.client('input_audio_buffer.append', { audio: tenth })
    expect(types(session.provider(sound('AAAA'), turnComplete))).not.toContain('conversation.item.input_audio_transcription.completed')
  })
})

describe('a turn that ended with tool calls', () => {
  test('and has an answer to nothing requested: that answer ends with the turn', () => {
    const session = Session.ready(text)
    session.client('response.create')
    session.provider(toolCall({ id: 'a', name: 'stop' }))
    expect(response(session.provider(written('Stopped.'), turnComplete))).toMatchObject({ status: 'completed' })
  })

  test('has ended: the next requested answer may be empty', () => {
    const session = Session.ready(text)
    session.client('response.create')
    session.provider(toolCall({ id: 'a', name: 'stop' }), turnComplete)
    session.client('conversation.item.create', { item: { type: 'function_call_output', call_id: 'a', output: '4' } })
    session.client('response.create')
    expect(response(session.provider(turnComplete))).toMatchObject({ status: 'completed' })
  })

  test('continues with the answer: what is requested after it is ended by its own turn', () => {
    const session = Session.ready(text)
    session.client('response.create')
    session.provider(toolCall({ id: 'a', name: 'stop' }), written('Stopping.'), turnComplete)
    session.client('response.create')
    expect(response(session.provider(turnComplete))).toMatchObject({ status: 'completed' })
  })
})

test('a cancelled turn that has ended is forgotten', () => {
  const session = Session.ready(text)
  session.client('response.create')
  session.client('response.cancel')
  session.provider(turnComplete)
  session.client('response.create')
  expect(response(session.provider(turnComplete))).toMatchObject({ status: 'completed' })
})

describe('another connection', () => {
  test('without a conversation gets the set-up alone', () => {
    const session = Session.ready({ instructions: 'Old.' })
    expect(session.client('session.update', other).restart).toBe(true)
    expect(session.provider({ setupComplete: {} }).provider).toEqual([])
  })

  test('adds its usage to what the one before reported', () => {
    const session = Session.ready(text)
    session.provider(counted(5, 1))
    session.client('session.update', other)
    session.provider({ setupComplete: {} })
    session.client('response.create')
    expect(response(session.provider(written('Hello.'), { ...turnComplete, ...counted(3, 2) }))).toMatchObject({
      usage: { input_tokens: 8, output_tokens: 3 },
    })
  })

  test('does not end the turns of the one before: its own answers count at once', () => {
    const session = Session.ready(text)
    session.client('response.create')
    session.client('response.cancel')
    session.client('session.update', other)
    session.provider({ setupComplete: {} })
    session.client('response.create')
    expect(response(session.provider(written('Hello.'), turnComplete))).toMatchObject({ output: [{ content: [{ text: 'Hello.' }] }] })
  })

  test('after tool calls does not wait for the end of their turn', () => {
    const session = Session.ready(text)
    session.client('response.create')
    session.provider(toolCall({ id: 'a', name: 'stop' }))
    session.client('session.update', other)
    session.provider({ setupComplete: {} })
    session.client('response.create')
    expect(response(session.provider(turnComplete))).toMatchObject({ status: 'completed' })
  })
})

test('the audio of each answer is converted from its beginning', () => {
  const answer = (): unknown[] => {
    session.client('response.create')
    const said = session.provider(sound(Buffer.from([1, 2, 3, 4]).toString('base64')), sound(tenth), turnComplete)
    return said.client.filter(({ type }) => type === 'response.output_audio.delta').map(({ delta }) => delta)
  }
  const session = Session.ready({ audio: { output: { format: { type: 'audio/pcmu' } } } })
  const [first, second] = [answer(), answer()]
  expect(first.length).toBeGreaterThan(0)
  expect(second).toEqual(first)
})

test('long numbers in the arguments of a call stay as they are', () => {
  const { bridge } = Session.ready(text)
  bridge.fromClient({ type: 'response.create' })
  const { toClient } = bridge.fromProvider('{"toolCall":{"functionCalls":[{"id":"a","name":"f","args":{"n":12345678901234567890}}]}}')
  expect(toClient.join('')).toContain(String.raw`{\"n\":12345678901234567890}`)
})

test('an error of the provider without a text has one', () => {
  expect(event(Session.ready().provider({ error: {} }), 'error')).toMatchObject({
    error: { type: 'api_error', message: 'The provider reported an error.' },
  })
})

test('a fault of the bridge is not told as the client’s', () => {
  let isBroken = false
  const bridge = createGeminiLiveBridge({
    model: 'm',
    name: 'live',
    newId: (prefix) => {
      if (isBroken) throw new Error('fault')
      return prefix
    },
  })
  isBroken = true
  expect(() => bridge.fromClient({ type: 'response.create' })).toThrow('fault')
})
