import type { GatewayFailure } from '../../../exchange/error.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { booked, call, conversation, foreignProof, gauge, ownProof, result, target, text, turn } from '../fixtures/conversation.js'
import { encodeRequest } from './request-encode.js'

const hello = turn('user', 0, 'Hi.')
const asked = { contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }] }

function encode(request: ConversationRequest, to: Target = target()): { wire: unknown; losses: string[] } {
  return { wire: encodeRequest(request, to), losses: booked(to.ledger) }
}

function refusal(request: ConversationRequest, to: Target = target()): unknown {
  try {
    encodeRequest(request, to)
  } catch (error) {
    return (error as GatewayFailure).error
  }
  return undefined
}

describe('turns', () => {
  test('a text', () => {
    expect(encode(conversation([hello]))).toEqual({ wire: asked, losses: [] })
  })

  test('system and developer text is joined; text from within the conversation is recorded', () => {
    const { wire, losses } = encode(
      conversation([turn('system', 0, 'Be brief.'), turn('user', 1, 'Hi.'), turn('developer', 2, 'Be kind.')]),
    )
    expect(wire).toEqual({ systemInstruction: { parts: [{ text: 'Be brief.' }, { text: 'Be kind.' }] }, ...asked })
    expect(losses).toEqual(['approximated /messages/2'])
  })

  test('system turns with other parts than text are refused', () => {
    const foreign = { type: 'opaque', dialect: 'messages', label: 'tool_addition', value: {}, at: '/messages/1/content/0' } as const
    const image = {
      type: 'media',
      kind: 'image',
      source: { type: 'base64', mediaType: 'image/png', data: 'AA==' },
      at: '/messages/0/content/0',
    } as const
    expect(encode(conversation([hello, turn('system', 1, foreign)]))).toEqual({
      wire: asked,
      losses: ['approximated /messages/1', 'dropped /messages/1/content/0'],
    })
    expect(refusal(conversation([turn('system', 0, image), hello]))).toMatchObject({ param: '/messages/0/content/0' })
  })

  test('system text alone is the question', () => {
    expect(encode(conversation([turn('system', 0, 'Say hi.')]))).toEqual({
      wire: { contents: [{ role: 'user', parts: [{ text: 'Say hi.' }] }] },
      losses: ['approximated /messages/0'],
    })
  })

  test('a conversation without content is refused', () => {
    expect(refusal(conversation([turn('user', 0, '')]))).toMatchObject({ kind: 'invalid_request', param: '/messages/0' })
  })

  test('neighbours of one role are joined; results come first, in the order of their tool calls', () => {
    const { wire } = encode(
      conversation([
        hello,
        turn('assistant', 1, 'Both.', call('a', '{"n":1}'), call('b', '')),
        turn('user', 2, 'So?'),
        turn('user', 3, result('b', '6')),
        turn('user', 4, result('a', '4')),
      ]),
    )
    expect(wire).toEqual({
      contents: [
        { role: 'user', parts: [{ text: 'Hi.' }] },
        {
          role: 'model',
          parts: [
            { text: 'Both.' },
            { functionCall: { name: 'read_gauge', args: { n: 1 }, id: 'a' } },
            { functionCall: { name: 'read_gauge', args: {}, id: 'b' } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'read_gauge', response: { output: '4' }, id: 'a' } },
            { functionResponse: { name: 'read_gauge', response: { output: '6' }, id: 'b' } },
            { text: 'So?' },
          ],
        },
      ],
    })
  })

  test('an error result, an image in a result', () => {
    const failed = { ...result('a', 'No clock.'), isError: true }
    const image = {
      type: 'media',
      kind: 'image',
      source: { type: 'base64', mediaType: 'image/png', data: 'AA==' },
      at: '/messages/2/content/1',
    } as const
    const seen = { ...result('b', 'See.'), content: [text('See.'), image] }
    const { wire } = encode(conversation([hello, turn('assistant', 1, call('a', '{}'), call('b', '{}')), turn('user', 2, failed, seen)]))
    expect(wire).toMatchObject({
      contents: [
        {},
        {},
        {
          parts: [
            { functionResponse: { response: { error: 'No clock.' } } },
            { functionResponse: { response: { output: 'See.' }, parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }] } },
          ],
        },
      ],
    })
  })

  test('a result without its call is refused', () => {
    expect(refusal(conversation([hello, turn('user', 1, result('a', '4'))]))).toMatchObject({ param: '/messages/2' })
  })

  test('arguments that are not an object are sent as text', () => {
    const { wire, losses } = encode(conversation([hello, turn('assistant', 1, call('a', '{"site":'))]))
    expect(wire).toMatchObject({ contents: [{}, { parts: [{ functionCall: { args: { arguments: '{"site":' } } }] }] })
    expect(losses).toEqual(['approximated /messages/1/tool_calls/0'])
  })
})

describe('signatures', () => {
  test('own ones are sent on their parts', () => {
    const thought = { type: 'reasoning', text: 'Four tens.', proof: ownProof, at: '/messages/1' } as const
    const { wire } = encode(
      conversation([hello, turn('assistant', 1, thought, { ...text(''), proof: ownProof }, call('a', '{}', ownProof))]),
    )
    expect(wire).toMatchObject({
      contents: [
        {},
        {
          parts: [
            { text: 'Four tens.', thought: true, thoughtSignature: 'c2lnbmVk' },
            { text: '', thoughtSignature: 'c2lnbmVk' },
            { functionCall: { name: 'read_gauge' }, thoughtSignature: 'c2lnbmVk' },
          ],
        },
      ],
    })
  })

  test('those of other dialects are dropped, with their thoughts', () => {
    const thought = { type: 'reasoning', text: 'North is lower.', proof: foreignProof, at: '/messages/1/content/0' } as const
    const { wire, losses } = encode(conversation([hello, turn('assistant', 1, thought, 'North.')]))
    expect(wire).toEqual({ contents: [...asked.contents, { role: 'model', parts: [{ text: 'North.' }] }] })
    expect(losses).toEqual(['dropped /messages/1/content/0'])
  })

  test.each<[string, string | undefined]>([
    ['gemini-3-pro-preview', 'skip_thought_signature_validator'],
    ['gemini-2.5-flash', undefined],
    ['up-model', undefined],
  ])('%s gets the stand-in %s on the first call of another model', (model, signature) => {
    const { wire } = encode(conversation([hello, turn('assistant', 1, call('a', '{}'), call('b', '{}'))]), target(model))
    const parts = (wire as { contents: { parts: { thoughtSignature?: string }[] }[] }).contents[1]?.parts
    expect(parts?.map((part) => part.thoughtSignature)).toEqual([signature, undefined])
  })
})

describe('media', () => {
  const media = (kind: 'image' | 'audio' | 'document' | 'video', source: object): never =>
    ({ type: 'media', kind, source, at: '/messages/0/content/0' }) as never

  test.each<[string, never, object]>([
    [
      'bytes',
      media('audio', { type: 'base64', mediaType: 'audio/wav', data: 'AA==' }),
      { inlineData: { mimeType: 'audio/wav', data: 'AA==' } },
    ],
    [
      'a text document',
      media('document', { type: 'text', text: 'Hi', mediaType: 'text/plain' }),
      { inlineData: { mimeType: 'text/plain', data: 'SGk=' } },
    ],
    [
      'a file of the provider',
      media('video', { type: 'file', id: 'gs://a/b', dialect: 'generate-content', mediaType: 'video/mp4' }),
      { fileData: { fileUri: 'gs://a/b', mimeType: 'video/mp4' } },
    ],
    [
      'a YouTube address',
      media('video', { type: 'url', url: 'https://www.youtube.com/watch?v=x' }),
      { fileData: { fileUri: 'https://www.youtube.com/watch?v=x' } },
    ],
  ])('%s', (_, part, expected) => {
    expect(encode(conversation([turn('user', 0, part)]))).toEqual({ wire: { contents: [{ role: 'user', parts: [expected] }] }, losses: [] })
  })

  test('an address is refused by models that do not fetch it, and passed to those that do', () => {
    const request = conversation([turn('user', 0, media('image', { type: 'url', url: 'https://a.example/b.png' }))])
    expect(refusal(request)).toMatchObject({ code: 'unsupported_url', param: '/messages/0/content/0' })
    expect(encode(request, target('gemini-3-flash')).wire).toMatchObject({
      contents: [{ parts: [{ fileData: { fileUri: 'https://a.example/b.png', mimeType: 'image/png' } }] }],
    })
    expect(
      refusal(conversation([turn('user', 0, media('image', { type: 'url', url: 'http://127.0.0.1/' }))]), target('gemini-3-flash')),
    ).toMatchObject({ code: 'unsupported_url' })
  })

  test('kinds that the target cannot read are refused', () => {
    const image = media('image', { type: 'base64', mediaType: 'image/png', data: 'AA==' })
    expect(refusal(conversation([turn('user', 0, image)]), target('m', { withoutMedia: ['image'] }))).toMatchObject({
      param: '/messages/0/content/0',
    })
    expect(refusal(conversation([turn('user', 0, media('document', { type: 'file', id: 'file-1', dialect: 'responses' }))]))).toMatchObject(
      { param: '/messages/0/content/0' },
    )
  })

  test('detail and file name go to the ledger', () => {
    const part = {
      type: 'media',
      kind: 'image',
      source: { type: 'base64', mediaType: 'image/png', data: 'AA==' },
      detail: 'high',
      filename: 'a.png',
      at: '/messages/0/content/0',
    } as const
    expect(encode(conversation([turn('user', 0, part)])).losses).toEqual(['dropped /messages/0/content/0', 'dropped /messages/0/content/0'])
  })

  test('opaque parts: own ones pass; those of other dialects are refused in user turns and dropped in model turns', () => {
    const own = {
      type: 'opaque',
      dialect: 'generate-content',
      label: 'executableCode',
      value: { executableCode: { code: '1' } },
      at: '/messages/1',
    } as const
    const foreign = { type: 'opaque', dialect: 'messages', label: 'server_tool_use', value: {}, at: '/messages/1/content/0' } as const
    expect(encode(conversation([hello, turn('assistant', 1, own, foreign)]))).toEqual({
      wire: { contents: [...asked.contents, { role: 'model', parts: [{ executableCode: { code: '1' } }] }] },
      losses: ['dropped /messages/1/content/0'],
    })
    expect(refusal(conversation([turn('user', 1, foreign)]))).toMatchObject({ param: '/messages/1/content/0' })
  })
})

describe('tools', () => {
  const tools = (rest: Partial<ConversationRequest>): { wire: unknown; losses: string[] } => encode(conversation([hello], rest))

  test('schemas are sent as JSON Schema; one without arguments is left out', () => {
    const { wire, losses } = tools({
      tools: [gauge, { type: 'function', name: 'reset', parameters: { type: 'object', properties: {} }, at: '/tools/1' }],
    })
    expect(wire).toEqual({
      ...asked,
      tools: [
        {
          functionDeclarations: [
            {
              name: 'read_gauge',
              description: 'Reads a gauge.',
              parametersJsonSchema: { type: 'object', properties: { site: { type: 'string' } }, required: ['site'] },
            },
            { name: 'reset' },
          ],
        },
      ],
    })
    expect(losses).toEqual(['moved /tools/1'])
  })

  test('a custom tool becomes a function with one argument', () => {
    const custom = {
      type: 'custom',
      name: 'patch',
      at: '/tools/0',
      format: { value: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' }, at: '/tools/0/format' },
    } as const
    const { wire, losses } = tools({ tools: [custom] })
    expect(wire).toMatchObject({
      tools: [
        {
          functionDeclarations: [
            {
              name: 'patch',
              parametersJsonSchema: {
                properties: { input: { type: 'string', description: 'Text of this lark grammar:\nstart: "a"' } },
                required: ['input'],
              },
            },
          ],
        },
      ],
    })
    expect(losses).toEqual(['approximated /tools/0'])
  })

  test('own provider tools pass, those of other dialects are dropped', () => {
    const search = {
      type: 'provider',
      dialect: 'generate-content',
      label: 'googleSearch',
      value: { googleSearch: {} },
      at: '/tools/0',
    } as const
    const foreign = { type: 'provider', dialect: 'responses', label: 'web_search', value: {}, at: '/tools/1' } as const
    expect(tools({ tools: [search, foreign] })).toEqual({ wire: { ...asked, tools: [{ googleSearch: {} }] }, losses: ['dropped /tools/1'] })
    expect(
      refusal(conversation([hello], { tools: [foreign], toolChoice: { value: { type: 'required' }, at: '/tool_choice' } })),
    ).toMatchObject({ param: '/tools/1' })
  })

  test.each<[NonNullable<ConversationRequest['toolChoice']>['value'], object]>([
    [{ type: 'auto' }, { mode: 'AUTO' }],
    [{ type: 'none' }, { mode: 'NONE' }],
    [{ type: 'required' }, { mode: 'ANY' }],
    [
      { type: 'tool', name: 'read_gauge', kind: 'function' },
      { mode: 'ANY', allowedFunctionNames: ['read_gauge'] },
    ],
    [
      { type: 'allowed', mode: 'required', names: ['read_gauge'] },
      { mode: 'ANY', allowedFunctionNames: ['read_gauge'] },
    ],
    [
      { type: 'allowed', mode: 'auto', names: ['read_gauge'] },
      { mode: 'VALIDATED', allowedFunctionNames: ['read_gauge'] },
    ],
  ])('the choice %j', (value, functionCallingConfig) => {
    expect(tools({ tools: [gauge], toolChoice: { value, at: '/tool_choice' } }).wire).toMatchObject({
      toolConfig: { functionCallingConfig },
    })
  })

  test('a tool choice without functions is left out', () => {
    expect(tools({ toolChoice: { value: { type: 'auto' }, at: '/tool_choice' } })).toEqual({ wire: asked, losses: ['moved /tool_choice'] })
  })

  test('parallel calls cannot be forbidden; strictness and cache markers are dropped', () => {
    const { losses } = tools({
      tools: [{ ...gauge, strict: { value: true, at: '/tools/0/strict' }, cache: { at: '/tools/0/cache_control' } }],
      parallelToolCalls: { value: false, at: '/parallel_tool_calls' },
    })
    expect(losses.sort()).toEqual(['dropped /parallel_tool_calls', 'dropped /tools/0/cache_control', 'dropped /tools/0/strict'])
  })
})

describe('settings', () => {
  const at = (name: string): string => `/${name}`
  const config = (settings: ConversationRequest['settings'], to = target()): { wire: unknown; losses: string[] } =>
    encode(conversation([hello], { settings }), to)

  test('those with a counterpart', () => {
    expect(
      config({
        maxOutputTokens: { value: 9, at: at('max_tokens') },
        temperature: { value: 0.5, at: at('temperature') },
        topP: { value: 0.9, at: at('top_p') },
        topK: { value: 3, at: at('top_k') },
        stopSequences: { value: ['END'], at: at('stop') },
        seed: { value: 7, at: at('seed') },
        presencePenalty: { value: 0.1, at: at('presence_penalty') },
        frequencyPenalty: { value: 0.2, at: at('frequency_penalty') },
        choiceCount: { value: 2, at: at('n') },
        logprobs: { value: true, at: at('logprobs') },
        topLogprobs: { value: 3, at: at('top_logprobs') },
        modalities: { value: ['text', 'audio'], at: at('modalities') },
        audio: { value: { voice: 'Kore' }, at: at('audio') },
        serviceTier: { value: 'flex', at: at('service_tier') },
      }),
    ).toEqual({
      wire: {
        ...asked,
        generationConfig: {
          maxOutputTokens: 9,
          temperature: 0.5,
          topP: 0.9,
          topK: 3,
          stopSequences: ['END'],
          seed: 7,
          presencePenalty: 0.1,
          frequencyPenalty: 0.2,
          candidateCount: 2,
          responseLogprobs: true,
          logprobs: 3,
          responseModalities: ['TEXT', 'AUDIO'],
          speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
        },
        serviceTier: 'flex',
      },
      losses: [],
    })
  })

  test('those without one go to the ledger', () => {
    const { wire, losses } = config({
      logitBias: { value: { a: 1 }, at: at('logit_bias') },
      user: { value: 'u', at: at('user') },
      metadata: { value: { a: 'b' }, at: at('metadata') },
      verbosity: { value: 'low', at: at('verbosity') },
      promptCacheKey: { value: 'k', at: at('prompt_cache_key') },
      store: { value: true, at: at('store') },
      serviceTier: { value: 'scale', at: at('service_tier') },
      audio: { value: { voice: 'alloy', format: 'wav' }, at: at('audio') },
    })
    expect(wire).toEqual(asked)
    expect(losses.sort()).toEqual(
      ['/audio/format', '/audio/voice', '/logit_bias', '/prompt_cache_key', '/service_tier', '/user', '/verbosity']
        .map((place) => `dropped ${place}`)
        .concat('moved /metadata', 'moved /store'),
    )
  })

  test('values outside the limits are fitted, or refused where that would change the question', () => {
    expect(
      config({ stopSequences: { value: ['a', 'b', 'c', 'd', 'e', 'f'], at: '/stop' }, seed: { value: 2 ** 40 + 5, at: '/seed' } }),
    ).toMatchObject({
      wire: { generationConfig: { stopSequences: ['a', 'b', 'c', 'd', 'e'], seed: 5 } },
      losses: ['approximated /stop', 'approximated /seed'],
    })
    expect(refusal(conversation([hello], { settings: { choiceCount: { value: 9, at: '/n' } } }))).toMatchObject({ param: '/n' })
  })

  test('settings that the model refuses are dropped', () => {
    expect(config({ seed: { value: 1, at: '/seed' } }, target('m', { unsupported: ['seed'] }))).toEqual({
      wire: asked,
      losses: ['dropped /seed'],
    })
  })

  test.each<[NonNullable<ConversationRequest['output']>['value'], object, string[]]>([
    [{ type: 'text' }, asked, ['moved /response_format']],
    [{ type: 'json' }, { ...asked, generationConfig: { responseMimeType: 'application/json' } }, []],
    [
      { type: 'json-schema', schema: { type: 'array' }, name: 'a', strict: true },
      { ...asked, generationConfig: { responseMimeType: 'application/json', responseJsonSchema: { type: 'array' } } },
      ['moved /response_format'],
    ],
  ])('the format of the answer %j', (value, wire, losses) => {
    expect(encode(conversation([hello], { output: { value, at: '/response_format' } }))).toEqual({ wire, losses })
  })
})
