import type { GatewayFailure } from '../../../exchange/error.js'
import { LossLedger } from '../../../exchange/ledger.js'
import { sealProof } from '../../../exchange/proof.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import { booked, foreignProof, ownProof } from '../fixtures/conversation.js'
import { decodeRequest } from './request-decode.js'

const hello = [{ role: 'user', parts: [{ text: 'Hi.' }] }]

function decode(wire: Record<string, unknown>): { request: ConversationRequest; losses: string[] } {
  const ledger = new LossLedger()
  return { request: decodeRequest(wire, { ledger, model: 'm', stream: false }), losses: booked(ledger) }
}

function refusal(wire: Record<string, unknown>): unknown {
  try {
    decode(wire)
  } catch (error) {
    return (error as GatewayFailure).error
  }
  return undefined
}

describe('turns', () => {
  test('the smallest request: role absent is user, the model is in the path', () => {
    expect(decode({ contents: [{ parts: [{ text: 'Hi.' }] }] })).toEqual({
      request: {
        dialect: 'generate-content',
        model: 'm',
        stream: false,
        turnsAt: '/contents',
        turns: [{ role: 'user', at: '/contents/0', parts: [{ type: 'text', text: 'Hi.', at: '/contents/0/parts/0' }] }],
        tools: [],
        settings: {},
      },
      losses: [],
    })
  })

  test('one object in place of a list is a list of one', () => {
    const tool = { functionDeclarations: { name: 'f' } }
    const alone = { systemInstruction: { parts: { text: 'Be brief.' } }, contents: { parts: { text: 'Hi.' } }, tools: tool }
    const listed = {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ parts: [{ text: 'Hi.' }] }],
      tools: [{ functionDeclarations: [{ name: 'f' }] }],
    }
    expect(decode(alone)).toEqual(decode(listed))
  })

  test('system text is the first turn, whatever its role', () => {
    const { request } = decode({ systemInstruction: { role: 'user', parts: [{ text: 'Be' }, { text: 'brief.' }] }, contents: hello })
    expect(request.turns.map(({ role, parts }) => [role, parts.length])).toEqual([
      ['system', 2],
      ['user', 1],
    ])
  })

  test('pieces of a streamed turn are joined again, thoughts up to their signature', () => {
    const model = (part: object): object => ({ role: 'model', parts: [part] })
    const { request } = decode({
      contents: [
        ...hello,
        model({ text: 'North ', thought: true }),
        model({ text: 'first.', thought: true }),
        model({ text: '', thought: true, thoughtSignature: sealProof(foreignProof) }),
        model({ text: 'Look' }),
        model({ text: 'ing.' }),
        model({ text: '' }),
      ],
    })
    expect(request.turns).toHaveLength(2)
    expect(request.turns[1]?.parts).toEqual([
      {
        type: 'reasoning',
        text: 'North first.',
        proof: foreignProof,
        at: '/contents/1/parts/0',
        places: { proof: '/contents/3/parts/0/thoughtSignature' },
      },
      { type: 'text', text: 'Looking.', at: '/contents/4/parts/0' },
    ])
  })

  test('signed text is a part of its own, an empty one too', () => {
    const { request } = decode({
      contents: [
        ...hello,
        { role: 'model', parts: [{ text: 'a' }, { text: 'b', thoughtSignature: 'c2lnbmVk' }, { text: '', thoughtSignature: 'c2lnbmVk' }] },
      ],
    })
    expect(request.turns[1]?.parts).toMatchObject([{ text: 'a' }, { text: 'b', proof: ownProof }, { text: '', proof: ownProof }])
  })
})

describe('calls and results', () => {
  const call = (name: string, id?: string): object => ({ functionCall: { name, args: { n: 1 }, ...(id === undefined ? {} : { id }) } })
  const answer = (name: string, response: object, id?: string): object => ({
    functionResponse: { name, response, ...(id === undefined ? {} : { id }) },
  })
  const ids = (calls: object[], answers: object[]): unknown => {
    const { request } = decode({ contents: [...hello, { role: 'model', parts: calls }, { role: 'user', parts: answers }] })
    const [, asked, answered] = request.turns
    return [
      asked?.parts.map((part) => part.type === 'tool-call' && part.id),
      answered?.parts.map((part) => part.type === 'tool-result' && part.callId),
    ]
  }

  test.each<[string, object[], object[], unknown]>([
    [
      'without ids by name and order',
      [call('f'), call('g'), call('f')],
      [answer('f', {}), answer('f', {}), answer('g', {})],
      [
        ['gcall_1', 'gcall_2', 'gcall_3'],
        ['gcall_1', 'gcall_3', 'gcall_2'],
      ],
    ],
    [
      'by id where there is one',
      [call('f', 'x'), call('f', 'y')],
      [answer('f', {}, 'y'), answer('f', {}, 'x')],
      [
        ['x', 'y'],
        ['y', 'x'],
      ],
    ],
    [
      'a result without id does not take the call that another names',
      [call('f', 'x'), call('f', 'y')],
      [answer('f', {}), answer('f', {}, 'x')],
      [
        ['x', 'y'],
        ['y', 'x'],
      ],
    ],
    ['another name falls back to the order', [call('f')], [answer('other', {})], [['gcall_1'], ['gcall_1']]],
  ])('paired %s', (_, calls, answers, expected) => {
    expect(ids(calls, answers)).toEqual(expected)
  })

  test('a tool call has its arguments as JSON text; absent arguments are an empty object', () => {
    const { request } = decode({
      contents: [...hello, { role: 'model', parts: [{ functionCall: { name: 'ping' }, thoughtSignature: 'c2lnbmVk' }] }],
    })
    expect(request.turns[1]?.parts).toMatchObject([
      { type: 'tool-call', id: 'gcall_1', name: 'ping', kind: 'function', input: '{}', proof: ownProof, at: '/contents/1/parts/0' },
    ])
  })

  test.each<[object, string, boolean]>([
    [{ output: 'four' }, 'four', false],
    [{ result: [1, 2] }, '[1,2]', false],
    [{ level: 4 }, '{"level":4}', false],
    [{ output: 'a', more: 1 }, '{"output":"a","more":1}', false],
    [{ error: 'offline' }, '{"error":"offline"}', true],
    [{}, '{}', false],
  ])('the result %j is the text %s', (response, text, isError) => {
    const { request } = decode({
      contents: [...hello, { role: 'model', parts: [call('f')] }, { role: 'function', parts: [answer('f', response)] }],
    })
    expect(request.turns[2]).toMatchObject({ role: 'user', parts: [{ type: 'tool-result', name: 'f', content: [{ type: 'text', text }] }] })
    expect(request.turns[2]?.parts.map((part) => part.type === 'tool-result' && (part.isError ?? false))).toEqual([isError])
  })

  test('an error result is marked', () => {
    const { request } = decode({
      contents: [
        ...hello,
        { role: 'model', parts: [call('f'), call('g')] },
        { parts: [answer('f', { error: 'x' }), answer('g', { output: 'y' })] },
      ],
    })
    expect(request.turns[2]?.parts.map((part) => part.type === 'tool-result' && part.isError)).toEqual([true, undefined])
  })

  test('an image of a result comes after its text', () => {
    const response = {
      functionResponse: { name: 'f', response: { output: 'see' }, parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }] },
    }
    const { request } = decode({ contents: [...hello, { role: 'model', parts: [call('f')] }, { parts: [response] }] })
    expect(request.turns[2]?.parts).toMatchObject([
      {
        content: [
          { type: 'text', text: 'see' },
          { type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AA==' } },
        ],
      },
    ])
  })

  test('a result without a tool call is refused, with its pointer', () => {
    expect(refusal({ contents: [{ parts: [answer('f', {})] }] })).toMatchObject({
      kind: 'invalid_request',
      param: '/contents/0/parts/0/functionResponse',
    })
  })
})

describe('media', () => {
  const first = (part: object): unknown => decode({ contents: [{ parts: [part] }] }).request.turns[0]?.parts[0]

  test.each<[string, object, object]>([
    [
      'an image',
      { inlineData: { mimeType: 'image/png', data: 'AA==' } },
      { kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AA==' } },
    ],
    [
      'base64 of the URL-safe alphabet',
      { inline_data: { mime_type: 'image/png', data: '-_8' } },
      { kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: '+/8=' } },
    ],
    ['audio', { inlineData: { mimeType: 'audio/wav', data: 'AA==' } }, { kind: 'audio' }],
    [
      'a PDF',
      { inlineData: { mimeType: 'application/pdf', data: 'AA==' } },
      { kind: 'document', source: { type: 'base64', mediaType: 'application/pdf', data: 'AA==' } },
    ],
    [
      'a plain text document',
      { inlineData: { mimeType: 'text/plain', data: 'SGk=' } },
      { kind: 'document', source: { type: 'text', text: 'Hi', mediaType: 'text/plain' } },
    ],
    [
      'an address',
      { fileData: { fileUri: 'https://a.example/b.png?c' } },
      { kind: 'image', source: { type: 'url', url: 'https://a.example/b.png?c', mediaType: 'image/png' } },
    ],
    [
      'a file of the provider',
      { fileData: { fileUri: 'gs://a/b', mimeType: 'video/mp4' } },
      { kind: 'video', source: { type: 'file', id: 'gs://a/b', dialect: 'generate-content', mediaType: 'video/mp4' } },
    ],
    [
      'a YouTube address',
      { fileData: { fileUri: 'https://youtu.be/x' } },
      { kind: 'video', source: { type: 'file', id: 'https://youtu.be/x', dialect: 'generate-content' } },
    ],
    [
      'code that ran',
      { executableCode: { language: 'PYTHON', code: '1' } },
      {
        type: 'opaque',
        dialect: 'generate-content',
        label: 'executableCode',
        value: { executableCode: { language: 'PYTHON', code: '1' } },
      },
    ],
  ])('%s', (_, part, expected) => {
    expect(first(part)).toMatchObject(expected)
  })

  test('bytes without a type are refused', () => {
    expect(refusal({ contents: [{ parts: [{ inlineData: { data: 'AA==' } }] }] })).toMatchObject({
      param: '/contents/0/parts/0/inlineData/mimeType',
    })
  })
})

describe('tools and their choice', () => {
  test('declarations, their schemas in either format, and the provider’s own tools', () => {
    const { request, losses } = decode({
      contents: hello,
      tools: [
        { googleSearch: {} },
        {
          functionDeclarations: [
            { name: 'f', description: 'd', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } } }, behavior: 'BLOCKING' },
            { name: 'g', parametersJsonSchema: { type: 'object' } },
            { name: 'h' },
          ],
        },
      ],
    })
    expect(request.tools).toEqual([
      {
        type: 'provider',
        dialect: 'generate-content',
        label: 'googleSearch',
        value: { googleSearch: {} },
        webSearch: {},
        at: '/tools/0/googleSearch',
      },
      {
        type: 'function',
        name: 'f',
        description: 'd',
        parameters: { type: 'object', properties: { a: { type: 'string' } } },
        at: '/tools/1/functionDeclarations/0',
      },
      { type: 'function', name: 'g', parameters: { type: 'object' }, at: '/tools/1/functionDeclarations/1' },
      { type: 'function', name: 'h', at: '/tools/1/functionDeclarations/2' },
    ])
    expect(losses).toEqual(['dropped /tools/1/functionDeclarations/0/behavior'])
  })

  test('one tool without its list', () => {
    expect(decode({ contents: hello, tools: { function_declarations: [{ name: 'f' }] } }).request.tools).toMatchObject([
      { name: 'f', at: '/tools/0/functionDeclarations/0' },
    ])
  })

  test.each<[object, object]>([
    [{ mode: 'AUTO' }, { type: 'auto' }],
    [{ mode: 'any' }, { type: 'required' }],
    [{ mode: 2 }, { type: 'required' }],
    [{ mode: 'NONE' }, { type: 'none' }],
    [
      { mode: 'ANY', allowedFunctionNames: ['f'] },
      { type: 'tool', name: 'f', kind: 'function' },
    ],
    [
      { mode: 'ANY', allowedFunctionNames: ['f', 'g'] },
      { type: 'allowed', mode: 'required', names: ['f', 'g'] },
    ],
    [
      { mode: 'VALIDATED', allowedFunctionNames: ['f'] },
      { type: 'allowed', mode: 'auto', names: ['f'] },
    ],
    [{}, { type: 'auto' }],
  ])('%j', (functionCallingConfig, value) => {
    expect(decode({ contents: hello, toolConfig: { functionCallingConfig } }).request.toolChoice).toEqual({
      value,
      at: '/toolConfig/functionCallingConfig',
    })
  })
})

describe('settings', () => {
  test('every setting has its pointer', () => {
    const { request, losses } = decode({
      contents: hello,
      serviceTier: 'standard',
      generationConfig: {
        temperature: 0.5,
        topP: 0.9,
        topK: 3,
        candidateCount: 2,
        maxOutputTokens: 9,
        stopSequences: ['a'],
        seed: 7,
        presencePenalty: 0.1,
        frequencyPenalty: 0.2,
        responseLogprobs: true,
        logprobs: 3,
        responseModalities: ['TEXT', 'Image'],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
      },
    })
    const at = (name: string): string => `/generationConfig/${name}`
    expect(request.settings).toEqual({
      temperature: { value: 0.5, at: at('temperature') },
      topP: { value: 0.9, at: at('topP') },
      topK: { value: 3, at: at('topK') },
      choiceCount: { value: 2, at: at('candidateCount') },
      maxOutputTokens: { value: 9, at: at('maxOutputTokens') },
      stopSequences: { value: ['a'], at: at('stopSequences') },
      seed: { value: 7, at: at('seed') },
      presencePenalty: { value: 0.1, at: at('presencePenalty') },
      frequencyPenalty: { value: 0.2, at: at('frequencyPenalty') },
      logprobs: { value: true, at: at('responseLogprobs') },
      topLogprobs: { value: 3, at: at('logprobs') },
      modalities: { value: ['text', 'image'], at: at('responseModalities') },
      audio: { value: { voice: 'Kore' }, at: at('speechConfig/voiceConfig') },
      serviceTier: { value: 'default', at: '/serviceTier' },
    })
    expect(losses).toEqual([])
  })

  test('empty lists are ignored', () => {
    expect(
      decode({ contents: hello, tools: [], safetySettings: [], generationConfig: { stopSequences: [], responseModalities: [] } }).request
        .settings,
    ).toEqual({})
  })

  test('thinking', () => {
    const at = '/generationConfig/thinkingConfig'
    expect(
      decode({ contents: hello, generationConfig: { thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } } }).request.reasoning,
    ).toEqual({ effort: { value: 'high', at: `${at}/thinkingLevel` }, summary: { value: 'auto', at: `${at}/includeThoughts` } })
    expect(decode({ contents: hello, generationConfig: { thinkingConfig: { thinkingBudget: -1 } } }).request.reasoning).toEqual({
      budgetTokens: { value: -1, at: `${at}/thinkingBudget` },
    })
  })

  test.each<[object, object | undefined]>([
    [{ responseMimeType: 'application/json' }, { value: { type: 'json' }, at: '/generationConfig/responseMimeType' }],
    [{ responseMimeType: 'text/plain' }, { value: { type: 'text' }, at: '/generationConfig/responseMimeType' }],
    [
      { responseMimeType: 'application/json', responseSchema: { type: 'ARRAY' } },
      { value: { type: 'json-schema', schema: { type: 'array' } }, at: '/generationConfig/responseSchema' },
    ],
    [
      { responseMimeType: 'application/json', responseJsonSchema: { type: 'array' } },
      { value: { type: 'json-schema', schema: { type: 'array' } }, at: '/generationConfig/responseJsonSchema' },
    ],
    [{}, undefined],
  ])('the format of the answer %j', (generationConfig, expected) => {
    expect(decode({ contents: hello, generationConfig }).request.output).toEqual(expected)
  })

  test('members without a counterpart go to the ledger', () => {
    const { losses } = decode({
      contents: [{ parts: [{ text: 'Hi.', videoMetadata: { fps: 1 } }] }],
      model: 'models/m',
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
      labels: { a: 'b' },
      generationConfig: { mediaResolution: 'MEDIA_RESOLUTION_LOW', someNewOption: true },
      toolConfig: { includeServerSideToolInvocations: true },
      newMember: 1,
    })
    expect(losses.sort()).toEqual([
      'dropped /contents/0/parts/0/videoMetadata',
      'dropped /generationConfig/mediaResolution',
      'dropped /generationConfig/someNewOption',
      'dropped /labels',
      'dropped /newMember',
      'dropped /safetySettings',
      'dropped /toolConfig/includeServerSideToolInvocations',
      'moved /model',
    ])
  })

  test.each<[object, string]>([
    [{ cachedContent: 'cachedContents/a' }, '/cachedContent'],
    [{ generationConfig: { responseMimeType: 'text/x.enum' } }, '/generationConfig/responseMimeType'],
  ])('%j changes the question and is refused', (more, param) => {
    expect(refusal({ contents: hello, ...more })).toMatchObject({ kind: 'invalid_request', param })
  })
})
