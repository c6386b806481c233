import type { JsonObject } from '../../../json/object.js'
import {
  counted,
  event,
  heard,
  response,
  Session,
  sound,
  spoken,
  tenth,
  thought,
  toolCall,
  turnComplete,
  types,
  written,
  type Said,
} from './session-fixture.js'
import { readUsage } from './usage.js'

const messageBegins = ['response.output_item.added', 'conversation.item.added', 'response.content_part.added']
const messageEnds = ['response.content_part.done', 'conversation.item.done', 'response.output_item.done']
const callEvents = [
  'response.output_item.added',
  'conversation.item.added',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
  'conversation.item.done',
  'response.output_item.done',
]

describe('the beginning', () => {
  test('is session.created; the provider gets the set-up with the first input', () => {
    const session = new Session()
    expect(session.begun).toMatchObject({
      client: [{ type: 'session.created', session: { model: 'live', output_modalities: ['audio'] } }],
      provider: [],
    })
    expect(session.client('session.update', { session: { type: 'realtime', instructions: 'Be brief.' } })).toMatchObject({
      client: [{ type: 'session.updated', session: { instructions: 'Be brief.' } }],
      provider: [],
    })
    session.client('session.update', { session: { type: 'realtime', output_modalities: ['text'] } })
    session.say('Hello.')
    const said = session.client('response.create')
    expect(said.provider).toEqual([
      {
        setup: {
          model: 'models/gemini-live',
          generationConfig: { responseModalities: ['TEXT'] },
          systemInstruction: { role: 'user', parts: [{ text: 'Be brief.' }] },
        },
      },
    ])
    expect(session.bridge.waitingBytes).toBeGreaterThan(0)
    expect(session.provider({ setupComplete: {} }).provider).toEqual([
      { clientContent: { turns: [{ role: 'user', parts: [{ text: 'Hello.' }] }], turnComplete: true } },
    ])
    expect(session.bridge.waitingBytes).toBe(0)
  })

  test.each<[string, JsonObject, JsonObject]>([
    ['nothing', {}, { generationConfig: { responseModalities: ['AUDIO'] }, outputAudioTranscription: {} }],
    [
      'a voice of the provider',
      { audio: { output: { voice: 'Kore' } } },
      {
        generationConfig: { responseModalities: ['AUDIO'], speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } } },
        outputAudioTranscription: {},
      },
    ],
    [
      'a voice of another provider',
      { audio: { output: { voice: 'marin' } } },
      { generationConfig: { responseModalities: ['AUDIO'] }, outputAudioTranscription: {} },
    ],
    [
      'limits and transcripts',
      { max_output_tokens: 50, audio: { input: { transcription: { model: 'any' } } } },
      {
        generationConfig: { responseModalities: ['AUDIO'], maxOutputTokens: 50 },
        inputAudioTranscription: {},
        outputAudioTranscription: {},
      },
    ],
    [
      'turns by silence',
      {
        audio: {
          input: { turn_detection: { type: 'server_vad', prefix_padding_ms: 100, silence_duration_ms: 400, interrupt_response: false } },
        },
      },
      {
        generationConfig: { responseModalities: ['AUDIO'] },
        realtimeInputConfig: {
          automaticActivityDetection: { prefixPaddingMs: 100, silenceDurationMs: 400 },
          activityHandling: 'NO_INTERRUPTION',
        },
        outputAudioTranscription: {},
      },
    ],
    [
      'turns by meaning',
      { audio: { input: { turn_detection: { type: 'semantic_vad', eagerness: 'high' } } } },
      {
        generationConfig: { responseModalities: ['AUDIO'] },
        realtimeInputConfig: { automaticActivityDetection: { endOfSpeechSensitivity: 'END_SENSITIVITY_HIGH' } },
        outputAudioTranscription: {},
      },
    ],
    [
      'the older flat format',
      { modalities: ['text'], input_audio_format: 'pcm16', turn_detection: null, temperature: 0.6, max_response_output_tokens: 'inf' },
      {
        generationConfig: { responseModalities: ['TEXT'], temperature: 0.6 },
        realtimeInputConfig: { automaticActivityDetection: { disabled: true } },
      },
    ],
    [
      'functions',
      {
        output_modalities: ['text'],
        tools: [
          {
            type: 'function',
            name: 'read_gauge',
            description: 'Reads.',
            parameters: { type: 'object', properties: { site: { type: 'string' } } },
          },
          { type: 'function', name: 'stop', parameters: { type: 'object', properties: {} } },
        ],
      },
      {
        generationConfig: { responseModalities: ['TEXT'] },
        tools: [
          {
            functionDeclarations: [
              {
                name: 'read_gauge',
                description: 'Reads.',
                parametersJsonSchema: { type: 'object', properties: { site: { type: 'string' } } },
              },
              { name: 'stop' },
            ],
          },
        ],
      },
    ],
    [
      'functions that must not be called',
      { output_modalities: ['text'], tool_choice: 'none', tools: [{ type: 'function', name: 'stop' }] },
      { generationConfig: { responseModalities: ['TEXT'] } },
    ],
  ])('sets up %s', (_name, settings, setup) => {
    const session = new Session('publishers/google/models/gemini-live')
    session.client('session.update', { session: settings })
    expect(session.client('response.create').provider).toEqual([{ setup: { model: 'publishers/google/models/gemini-live', ...setup } }])
  })
})

describe('an answer', () => {
  test('in text comes in pieces, without the thoughts before it', () => {
    const session = Session.ready({ output_modalities: ['text'] })
    const asked = session.say('Is the pump on?')
    expect(asked).toMatchObject({
      client: [
        { type: 'conversation.item.added', previous_item_id: null, item: { role: 'user', status: 'completed' } },
        { type: 'conversation.item.done', item: { content: [{ type: 'input_text', text: 'Is the pump on?' }] } },
      ],
      provider: [],
    })
    const created = session.client('response.create', { response: { metadata: { job: 'a' } } })
    expect(created.client).toMatchObject([{ type: 'response.created', response: { status: 'in_progress', metadata: { job: 'a' } } }])
    const said = session.provider(thought('Let me see.'), written('Yes, '), written('it is.'), { ...turnComplete, ...counted(20, 4) })
    expect(types(said)).toEqual([
      ...messageBegins,
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      ...messageEnds,
      'response.done',
    ])
    expect(response(said)).toMatchObject({
      status: 'completed',
      output: [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Yes, it is.' }] }],
      metadata: { job: 'a' },
      usage: { total_tokens: 24, input_tokens: 20, output_tokens: 4, output_token_details: { text_tokens: 4, audio_tokens: 0 } },
    })
    expect(event(said, 'response.output_item.added')).toMatchObject({ output_index: 0, item: { status: 'in_progress', content: [] } })
  })

  test('in audio comes with its transcript, in pieces', () => {
    const session = Session.ready()
    session.say('Hello.')
    session.client('response.create')
    const said = session.provider(
      spoken('Good '),
      sound('AAAA'),
      spoken('day.'),
      { serverContent: { outputTranscription: {}, generationComplete: true } },
      turnComplete,
    )
    expect(types(said)).toEqual([
      ...messageBegins,
      'response.output_audio_transcript.delta',
      'response.output_audio.delta',
      'response.output_audio_transcript.delta',
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      ...messageEnds,
      'response.done',
    ])
    expect(event(said, 'response.output_audio.delta')).toMatchObject({ delta: 'AAAA', content_index: 0 })
    expect(response(said)).toMatchObject({ output: [{ content: [{ type: 'output_audio', transcript: 'Good day.' }] }], usage: null })
  })

  test.each([
    ['PROHIBITED_INPUT_CONTENT', { status: 'incomplete', status_details: { type: 'incomplete', reason: 'content_filter' } }],
    ['IMAGE_SAFETY', { status: 'incomplete', status_details: { type: 'incomplete', reason: 'content_filter' } }],
    ['NEED_MORE_INPUT', { status: 'completed' }],
    ['RESPONSE_REJECTED', { status: 'incomplete', status_details: { type: 'incomplete', reason: 'content_filter' } }],
    ['MALFORMED_FUNCTION_CALL', { status: 'failed', status_details: { type: 'failed', error: { code: 'malformed_function_call' } } }],
  ])('that ends with %s says so', (reason, expected) => {
    const session = Session.ready({ output_modalities: ['text'] })
    session.client('response.create')
    expect(response(session.provider({ serverContent: { turnComplete: true, turnCompleteReason: reason } }))).toMatchObject(expected)
  })

  test('can be cancelled: its further content is dropped, the next answer is not', () => {
    const session = Session.ready({ output_modalities: ['text'] })
    session.client('response.create')
    session.provider(written('Once upon'))
    const cancelled = session.client('response.cancel')
    expect(response(cancelled)).toMatchObject({
      status: 'cancelled',
      status_details: { reason: 'client_cancelled' },
      output: [{ status: 'incomplete' }],
    })
    session.say('Something else.')
    session.client('response.create')
    expect(
      types(session.provider(written(' a time'), { serverContent: { interrupted: true } }, { ...turnComplete, ...counted(10, 3) })),
    ).toEqual([])
    const said = session.provider(written('Sure.'), { ...turnComplete, ...counted(30, 1) })
    expect(response(said)).toMatchObject({
      status: 'completed',
      output: [{ content: [{ text: 'Sure.' }] }],
      usage: { input_tokens: 40, output_tokens: 4 },
    })
  })
})

describe('earlier turns', () => {
  test('are sent with the input, in their order', () => {
    const session = Session.ready({ output_modalities: ['text'] })
    const create = (item: JsonObject): Said => session.client('conversation.item.create', { item })
    create({ type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Rules.' }] })
    create({
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_image', image_url: 'data:image/png;base64,iVBO' },
        { type: 'input_audio', audio: tenth },
      ],
    })
    create({ type: 'message', role: 'assistant', content: [{ type: 'output_audio', transcript: 'I see.' }] })
    create({ id: 'mine', type: 'function_call', call_id: 'call_a', name: 'read_gauge', arguments: '{"site":"north"}' })
    create({ type: 'function_call_output', call_id: 'call_a', output: '4' })
    const said = session.client('response.create', { response: { instructions: 'Name it.' } })
    expect(said.provider).toEqual([
      {
        clientContent: {
          turns: [
            { role: 'user', parts: [{ text: 'Rules.' }] },
            {
              role: 'user',
              parts: [
                { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
                { inlineData: { mimeType: 'audio/pcm;rate=24000', data: tenth } },
              ],
            },
            { role: 'model', parts: [{ text: 'I see.' }] },
            { role: 'model', parts: [{ functionCall: { id: 'call_a', name: 'read_gauge', args: { site: 'north' } } }] },
            { role: 'user', parts: [{ functionResponse: { id: 'call_a', name: 'read_gauge', response: { output: '4' } } }] },
            { role: 'user', parts: [{ text: 'Name it.' }] },
          ],
          turnComplete: true,
        },
      },
    ])
    expect(session.client('conversation.item.retrieve', { item_id: 'mine' }).client).toMatchObject([
      { type: 'conversation.item.retrieved', item: { id: 'mine', name: 'read_gauge' } },
    ])
    expect(session.client('conversation.item.delete', { item_id: 'mine' }).client).toMatchObject([
      { type: 'error', error: { code: 'item_delete_not_possible' } },
    ])
  })

  test('can be deleted before they are sent', () => {
    const session = Session.ready({ output_modalities: ['text'] })
    const said = session.say('Forget it.')
    const id = (event(said, 'conversation.item.done')?.['item'] as JsonObject)['id']
    expect(types(session.client('conversation.item.delete', { item_id: id }))).toEqual(['conversation.item.deleted'])
    expect(session.client('response.create').provider).toEqual([{ clientContent: { turnComplete: true } }])
  })

  test('are sent before audio', () => {
    const session = Session.ready()
    session.say('I am Ada.')
    expect(session.client('input_audio_buffer.append', { audio: tenth }).provider).toEqual([
      { clientContent: { turns: [{ role: 'user', parts: [{ text: 'I am Ada.' }] }], turnComplete: false } },
      { realtimeInput: { audio: { mimeType: 'audio/pcm;rate=24000', data: tenth } } },
    ])
  })
})

describe('speech', () => {
  const transcribed = { audio: { input: { format: { type: 'audio/pcm', rate: 16000 }, transcription: { model: 'any' } } } }

  test('becomes an item when the model answers', () => {
    const session = Session.ready(transcribed)
    for (let index = 0; index < 10; index++) session.client('input_audio_buffer.append', { audio: tenth })
    const begun = session.provider(heard(' Hello'), heard(' there.'))
    expect(begun.client).toMatchObject([
      { type: 'input_audio_buffer.speech_started', audio_start_ms: 0 },
      { type: 'conversation.item.input_audio_transcription.delta', delta: ' Hello' },
      { type: 'conversation.item.input_audio_transcription.delta', delta: ' there.' },
    ])
    const said = session.provider(sound('AAAA'), turnComplete)
    expect(types(said)).toEqual([
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
      'response.created',
      ...messageBegins,
      'response.output_audio.delta',
      'conversation.item.input_audio_transcription.completed',
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      ...messageEnds,
      'response.done',
    ])
    const id = begun.client[0]?.['item_id']
    expect(event(said, 'input_audio_buffer.speech_stopped')).toMatchObject({ audio_end_ms: 1500, item_id: id })
    expect(event(said, 'conversation.item.input_audio_transcription.completed')).toMatchObject({
      item_id: id,
      transcript: 'Hello there.',
      usage: { type: 'duration', seconds: 1.5 },
    })
  })

  test.each([
    ['audio/pcmu', { audio: { input: { format: { type: 'audio/pcmu' } }, output: { format: { type: 'audio/pcmu' } } } }],
    ['audio/pcmu', { input_audio_format: 'g711_ulaw', output_audio_format: 'g711_ulaw' }],
  ])('on a telephone goes up as samples, and the answer comes down as %s', (type, settings) => {
    const session = new Session()
    const updated = session.client('session.update', { session: settings })
    expect(event(updated, 'session.updated')).toMatchObject({
      session: { audio: { input: { format: { type } }, output: { format: { type } } } },
    })
    session.client('input_audio_buffer.append', { audio: Buffer.alloc(800, 0xff).toString('base64') })
    const [said] = session.provider({ setupComplete: {} }).provider
    expect(said).toEqual({ realtimeInput: { audio: { mimeType: 'audio/pcm;rate=8000', data: Buffer.alloc(1600).toString('base64') } } })
    const answered = session.provider(sound(tenth), sound(tenth), turnComplete)
    const pieces = answered.client
      .filter(({ type: name }) => name === 'response.output_audio.delta')
      .map(({ delta }) => Buffer.from(String(delta), 'base64'))
    expect(Buffer.concat(pieces)).toEqual(Buffer.alloc(1600, 0xff))
    expect(event(answered, 'input_audio_buffer.speech_stopped')).toMatchObject({ audio_end_ms: 100 })
  })

  test('over an answer ends it', () => {
    const session = Session.ready()
    session.client('input_audio_buffer.append', { audio: tenth })
    session.provider(sound('AAAA'))
    session.client('input_audio_buffer.append', { audio: tenth })
    const said = session.provider({ serverContent: { interrupted: true } })
    expect(types(said)).toContain('input_audio_buffer.speech_started')
    expect(types(said).indexOf('input_audio_buffer.speech_started')).toBeLessThan(types(said).indexOf('response.done'))
    expect(response(said)).toMatchObject({ status: 'cancelled', status_details: { type: 'cancelled', reason: 'turn_detected' } })
    const next = session.provider({ ...turnComplete, ...counted(5, 5) }, sound('BBBB'), { ...turnComplete, ...counted(7, 7) })
    expect(types(next).slice(0, 2)).toEqual(['input_audio_buffer.speech_stopped', 'input_audio_buffer.committed'])
    expect(response(next)).toMatchObject({ status: 'completed', usage: { input_tokens: 12, output_tokens: 12 } })
  })

  test('without turn detection is ended by the client, and answered when a response is requested', () => {
    const session = Session.ready({ audio: { input: { turn_detection: null } } })
    session.client('input_audio_buffer.commit')
    const first = new Session()
    first.client('session.update', { session: { type: 'realtime', audio: { input: { turn_detection: null } } } })
    first.client('input_audio_buffer.append', { audio: tenth })
    first.client('input_audio_buffer.append', { audio: tenth })
    expect(first.provider({ setupComplete: {} }).provider.map((message) => Object.keys(message['realtimeInput'] as object)[0])).toEqual([
      'activityStart',
      'audio',
      'audio',
    ])
    const committed = first.client('input_audio_buffer.commit')
    expect(types(committed)).toEqual(['input_audio_buffer.committed', 'conversation.item.added', 'conversation.item.done'])
    expect(committed.provider).toEqual([])
    expect(first.client('response.create').provider).toEqual([{ realtimeInput: { activityEnd: {} } }])
    expect(types(first.provider(sound('AAAA'))).slice(0, 3)).toEqual(messageBegins)
    expect(first.client('input_audio_buffer.append', { audio: tenth }).provider[0]).toEqual({ realtimeInput: { activityStart: {} } })
  })
})

describe('calls', () => {
  const call = (id: string, site: string): JsonObject => ({ id, name: 'read_gauge', args: { site } })
  const output = (id: string, text: string): JsonObject => ({ item: { type: 'function_call_output', call_id: id, output: text } })

  test('end their response; the results are sent together when the next one is requested', () => {
    const session = Session.ready({ output_modalities: ['text'] })
    session.client('response.create')
    const called = session.provider(written('Wait.'), toolCall(call('a', 'north'), call('b', 'south')))
    expect(types(called)).toEqual([
      ...messageBegins,
      'response.output_text.delta',
      'response.output_text.done',
      ...messageEnds,
      ...callEvents,
      ...callEvents,
      'response.done',
    ])
    expect(response(called)).toMatchObject({
      status: 'completed',
      output: [
        { type: 'message' },
        { type: 'function_call', call_id: 'a', arguments: '{"site":"north"}' },
        { type: 'function_call', call_id: 'b', name: 'read_gauge' },
      ],
    })
    expect(session.client('conversation.item.create', output('a', '4')).provider).toEqual([])
    session.client('conversation.item.create', output('b', '{"bar":5}'))
    expect(session.client('response.create').provider).toEqual([
      {
        toolResponse: {
          functionResponses: [
            { id: 'a', name: 'read_gauge', response: { output: '4' } },
            { id: 'b', name: 'read_gauge', response: { output: '{"bar":5}' } },
          ],
        },
      },
    ])
    expect(response(session.provider(written('4 and 5.'), { ...turnComplete, ...counted(9, 9) }))).toMatchObject({
      output: [{ content: [{ text: '4 and 5.' }] }],
      usage: { total_tokens: 18 },
    })
  })

  test('of a turn that the provider ends after their results: the answer is the next turn, its usage counts both', () => {
    const session = Session.ready()
    session.client('response.create')
    session.provider({ serverContent: { outputTranscription: {} } }, toolCall(call('a', 'north')))
    session.client('conversation.item.create', output('a', '4'))
    session.client('response.create')
    expect(
      types(session.provider({ serverContent: { outputTranscription: { finished: true } } }, { ...turnComplete, ...counted(24, 5) })),
    ).toEqual([])
    const said = session.provider(spoken('Four.'), { ...turnComplete, ...counted(44, 61) })
    expect(response(said)).toMatchObject({
      output: [{ content: [{ transcript: 'Four.' }] }],
      usage: { input_tokens: 68, output_tokens: 66 },
    })
  })

  test('that the provider cancels get no results', () => {
    const session = Session.ready()
    session.client('response.create')
    session.provider(toolCall(call('a', 'north')), { toolCallCancellation: { ids: ['a'] } }, turnComplete)
    session.client('conversation.item.create', output('a', '4'))
    const said = session.client('response.create')
    expect(said.provider).toEqual([])
    expect(response(said)).toMatchObject({ status: 'cancelled' })
  })

  test('without an id get one', () => {
    const session = Session.ready()
    session.client('response.create')
    const called = session.provider(toolCall({ name: 'stop' }))
    const { call_id: id } = response(called).output[0]
    expect(id).toMatch(/^call_/)
    session.client('conversation.item.create', output(id, 'done'))
    expect(session.client('response.create').provider).toEqual([
      { toolResponse: { functionResponses: [{ name: 'stop', response: { output: 'done' } }] } },
    ])
  })
})

describe('other settings', () => {
  const turnsOf = ({ provider }: Said): unknown => (provider[0]?.['clientContent'] as JsonObject)['turns']

  test('between two turns begin a new connection, which gets the conversation so far', () => {
    const session = Session.ready({ instructions: 'Be brief.', audio: { input: { transcription: { model: 'any' } } } })
    session.say('I am Ada.')
    session.client('response.create')
    session.provider(spoken('Hello, Ada.'), turnComplete)
    session.client('input_audio_buffer.append', { audio: tenth })
    session.provider(heard('Read it.'), toolCall({ id: 'a', name: 'read_gauge', args: { site: 'north' } }), {
      ...turnComplete,
      ...counted(5, 1),
    })
    session.client('conversation.item.create', { item: { type: 'function_call_output', call_id: 'a', output: '4' } })
    session.say('And now?')
    const said = session.client('session.update', { session: { type: 'realtime', instructions: 'Be long.' } })
    expect(said.client).toMatchObject([{ type: 'session.updated', session: { instructions: 'Be long.' } }])
    expect(said.restart).toBe(true)
    expect(said.provider).toMatchObject([{ setup: { systemInstruction: { parts: [{ text: 'Be long.' }] } } }])
    const told = session.provider({ setupComplete: {} })
    expect(told.provider).toMatchObject([{ clientContent: { turnComplete: false } }])
    expect(turnsOf(told)).toEqual([
      { role: 'user', parts: [{ text: 'I am Ada.' }] },
      { role: 'model', parts: [{ text: 'Hello, Ada.' }] },
      { role: 'user', parts: [{ text: 'Read it.' }] },
      { role: 'model', parts: [{ functionCall: { id: 'a', name: 'read_gauge', args: { site: 'north' } } }] },
      { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'read_gauge', response: { output: '4' } } }] },
    ])
    expect(session.client('response.create').provider).toEqual([
      { clientContent: { turns: [{ role: 'user', parts: [{ text: 'And now?' }] }], turnComplete: true } },
    ])
    expect(response(session.provider(spoken('Five.'), { ...turnComplete, ...counted(9, 2) }))).toMatchObject({
      usage: { input_tokens: 14, output_tokens: 3 },
    })
  })

  test('during a response are an error event; unchanged ones are not', () => {
    const session = Session.ready({ instructions: 'Be brief.' })
    session.client('response.create')
    const same = session.client('session.update', { session: { type: 'realtime', instructions: 'Be brief.' } })
    expect(types(same)).toEqual(['session.updated'])
    expect(same.restart).toBe(false)
    expect(session.client('session.update', { session: { type: 'realtime', instructions: 'New.' } })).toMatchObject({
      client: [{ type: 'error', error: { code: 'session_update_not_possible', param: 'session' } }],
      provider: [],
    })
  })
})

describe('errors', () => {
  const update = (session: JsonObject): [string, JsonObject] => ['session.update', { session }]
  const item = (value: JsonObject): [string, JsonObject] => ['conversation.item.create', { item: value }]
  test.each<[string, [string, JsonObject], JsonObject]>([
    ['an unknown event', ['no.such.event', { event_id: 'mine' }], { code: 'invalid_event', param: 'type', event_id: 'mine' }],
    ['an event of prototypes', ['constructor', {}], { code: 'invalid_event' }],
    [
      'another audio format',
      update({ audio: { input: { format: { type: 'audio/opus' } } } }),
      { code: 'unsupported_format', param: 'session.audio.input.format' },
    ],
    [
      'another output rate',
      update({ audio: { output: { format: { type: 'audio/pcm', rate: 8000 } } } }),
      { param: 'session.audio.output.format.rate' },
    ],
    [
      'turns without answers',
      update({ turn_detection: { type: 'server_vad', create_response: false } }),
      { param: 'session.audio.input.turn_detection.create_response' },
    ],
    ['MCP', update({ tools: [{ type: 'mcp', server_label: 'x' }] }), { param: 'session.tools[0].type' }],
    ['a forced call', update({ tool_choice: 'required' }), { param: 'session.tool_choice' }],
    ['transcription alone', update({ type: 'transcription' }), { param: 'session.type' }],
    [
      'an image by its address',
      item({ type: 'message', role: 'user', content: [{ type: 'input_image', image_url: 'https://a.test/b.png' }] }),
      { code: 'unsupported_url', param: 'item.content[0].image_url' },
    ],
    ['an empty message', item({ type: 'message', role: 'user', content: [] }), { param: 'item.content' }],
    [
      'a result without a tool call',
      item({ type: 'function_call_output', call_id: 'x', output: '' }),
      { code: 'invalid_tool_call_id', param: 'item.call_id' },
    ],
    ['an unknown item', ['conversation.item.retrieve', { item_id: 'x' }], { code: 'item_not_found', param: 'item_id' }],
    [
      'an answer outside of the conversation',
      ['response.create', { response: { conversation: 'none' } }],
      { param: 'response.conversation' },
    ],
    [
      'an answer of another modality',
      ['response.create', { response: { output_modalities: ['text'] } }],
      { param: 'response.output_modalities' },
    ],
    ['nothing to commit', ['input_audio_buffer.commit', {}], { code: 'input_audio_buffer_commit_empty' }],
    ['nothing to cancel', ['response.cancel', {}], { code: 'response_cancel_not_active' }],
  ])('%s is an error event, and the session lives on', (_name, [type, fields], error) => {
    const session = Session.ready()
    const said = session.client(type, fields)
    expect(said).toMatchObject({ client: [{ type: 'error', error: { type: 'invalid_request_error', ...error } }], provider: [] })
    session.say('Hello.')
    expect(types(session.client('response.create'))).toEqual(['response.created'])
  })

  test('a message that is not JSON, and two responses at the same time', () => {
    const session = Session.ready()
    expect(JSON.parse(session.bridge.fromClient(undefined).toClient[0] ?? '')).toMatchObject({ error: { code: 'invalid_json' } })
    session.client('response.create')
    expect(session.client('response.create').client).toMatchObject([{ error: { code: 'conversation_already_has_active_response' } }])
  })

  test('no message of the provider breaks it', () => {
    const session = Session.ready()
    for (const message of [
      '',
      '[]',
      'null',
      '{"serverContent":null}',
      '{"toolCall":{"functionCalls":[1]}}',
      '{"usageMetadata":{}}',
      '{"goAway":{"timeLeft":"10s"}}',
    ])
      expect(() => session.bridge.fromProvider(message)).not.toThrow()
    expect(session.provider({ error: { code: 500, message: 'no' } }).client).toMatchObject([
      { type: 'error', error: { type: 'api_error', message: 'no' } },
    ])
  })
})

describe('usage', () => {
  test.each<[string, JsonObject, JsonObject | undefined]>([
    [
      'of audio, with thoughts beside the answer',
      {
        promptTokenCount: 1197,
        responseTokenCount: 37,
        totalTokenCount: 1234,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 1196 },
          { modality: 'AUDIO', tokenCount: 1 },
        ],
        responseTokensDetails: [{ modality: 'AUDIO', tokenCount: 37 }],
        thoughtsTokenCount: 28,
      },
      {
        input_tokens: 1197,
        output_tokens: 65,
        input_token_details: { text_tokens: 1196, audio_tokens: 1 },
        output_token_details: { text_tokens: 28, audio_tokens: 37 },
      },
    ],
    [
      'with the names of Vertex, a count left out',
      {
        promptTokenCount: 24,
        candidatesTokenCount: 5,
        totalTokenCount: 29,
        candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: 5 }, { modality: 'AUDIO' }],
      },
      { input_tokens: 24, output_tokens: 5, output_token_details: { text_tokens: 5, audio_tokens: 0 } },
    ],
    ['from the total alone', { promptTokenCount: 10, totalTokenCount: 13 }, { input_tokens: 10, output_tokens: 3, total_tokens: 13 }],
    [
      'of tools and a cache',
      { promptTokenCount: 10, toolUsePromptTokenCount: 2, cachedContentTokenCount: 4, responseTokenCount: 1 },
      { input_tokens: 12, output_tokens: 1, input_token_details: { cached_tokens: 4 } },
    ],
    ['without counts', {}, undefined],
  ])('%s', (_name, wire, expected) => {
    if (expected === undefined) expect(readUsage(wire)).toBeUndefined()
    else expect(readUsage(wire)).toMatchObject(expected)
  })

  test('that no response has had is returned at the end', () => {
    const session = Session.ready()
    session.client('response.create')
    session.provider(sound('AAAA'), counted(3, 1), counted(3, 2))
    expect(session.bridge.unreportedUsage()).toMatchObject({ input_tokens: 3, output_tokens: 2 })
    expect(session.bridge.unreportedUsage()).toBeUndefined()
  })
})
