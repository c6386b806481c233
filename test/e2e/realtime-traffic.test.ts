// Recorded sessions, where they are at hand: beside the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SchemaSet } from '../../src/contract/schema/index.js'
import { createGeminiLiveBridge } from '../../src/realtime/bridge/gemini-live/index.js'
import { connected, realtimeGateway, RealtimeUpstream, type Json, type LoggedGateway } from './realtime-fixture.js'

interface Frame {
  readonly from: 'client' | 'server'
  readonly data: Json
}
interface Recording {
  readonly id: string
  readonly provider: string
  readonly frames: readonly Frame[]
}

const folder = fileURLToPath(new URL('../../../shared/traffic', import.meta.url))
const recordings: Recording[] = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /-realtime[/\\][\w-]+\.json$/.test(name))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  : []
const textOf = ({ data }: Frame): string => (typeof data === 'string' ? data : JSON.stringify(data))
const relayed = recordings.filter(({ provider }) => provider !== 'gemini')
const translated = recordings.filter(({ provider }) => provider === 'gemini')
const schemas = new SchemaSet(JSON.parse(readFileSync(new URL('../../openapi/dist/realtime.json', import.meta.url), 'utf8')))
const problemOf = (schema: string, text: string): string[] => {
  const problem = schemas.component(schema)(JSON.parse(text))
  return problem === undefined ? [] : [`${problem.message}: ${text.slice(0, 200)}`]
}
const tagOf = (text: string): string => String(JSON.parse(text).type)

// With recordings or without, a suite has a test.
test('recorded sessions are of both sorts, or there are none', () => {
  expect(relayed.length > 0).toBe(translated.length > 0)
})

const suite = recordings.length === 0 ? describe.skip : describe
suite('recorded sessions', () => {
  let upstream: RealtimeUpstream
  let gateway: LoggedGateway
  beforeAll(async () => {
    upstream = await new RealtimeUpstream().start()
    gateway = await realtimeGateway(upstream.address)
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })

  test('are as the contract says, and not when spoiled', () => {
    const frames = relayed.flatMap((recording) => recording.frames)
    const problems = frames.flatMap((frame) =>
      problemOf(frame.from === 'client' ? 'RealtimeClientEvent' : 'RealtimeServerEvent', textOf(frame)),
    )
    expect(problems).toEqual([])
    const untagged = frames.filter((frame) => {
      const { type: _type, ...rest } = JSON.parse(textOf(frame))
      return problemOf('RealtimeServerEvent', JSON.stringify(rest)).length > 0
    })
    expect(untagged).toHaveLength(frames.length)
    expect(frames.length).toBeGreaterThan(1000)
  })

  test.each(relayed.map((recording) => [recording.id, recording] as const))(
    '%s passes unchanged, frame by frame',
    async (_id, { frames }) => {
      upstream.reset()
      const client = await connected(gateway.address)
      const provider = await upstream.session()
      let [toClient, toProvider] = [0, 0]
      for (const frame of frames) {
        if (frame.from === 'client') {
          client.socket.send(textOf(frame))
          await provider.count(++toProvider)
        } else {
          provider.socket.send(textOf(frame))
          await client.count(++toClient)
        }
      }
      expect(client.messages.map(({ text }) => text)).toEqual(frames.filter(({ from }) => from === 'server').map(textOf))
      expect(provider.messages.map(({ text }) => text)).toEqual(frames.filter(({ from }) => from === 'client').map(textOf))
      client.socket.close(1000)
      await provider.closing()
      const done = frames.flatMap(({ from, data }) => (from === 'server' && data.type === 'response.done' ? [data] : []))
      const usages = done.map(({ response, usage }) => (response.usage?.output_tokens === undefined ? usage : response.usage))
      const sum = usages.reduce((total, usage) => total + (usage?.output_tokens ?? 0), 0)
      expect(gateway.records().at(-1)?.usage?.outputTokens ?? 0).toBe(sum)
    },
  )

  test.each(translated.map((recording) => [recording.id, recording] as const))(
    '%s is told in the words of the realtime style',
    (_id, { frames }) => {
      let ids = 0
      const bridge = createGeminiLiveBridge({ model: 'live', name: 'live', newId: (prefix) => `${prefix}${++ids}` })
      const toClient = [...bridge.start().toClient]
      const toProvider: string[] = []
      const take = (said: ReturnType<typeof bridge.start>): void => {
        toClient.push(...said.toClient)
        toProvider.push(...said.toProvider)
      }
      const wire = frames.map((frame) => ({ from: frame.from, data: JSON.parse(textOf(frame)) }))
      for (const { from, data } of wire) {
        if (from === 'client') for (const event of eventsFor(data)) take(bridge.fromClient({ ...event }))
        else take(bridge.fromProvider(JSON.stringify(data)))
      }
      expect(toClient.flatMap((text) => problemOf('RealtimeServerEvent', text))).toEqual([])
      const tags = toClient.map(tagOf)
      const turns = wire.filter(({ data }) => data.serverContent?.turnComplete === true || data.toolCall !== undefined)
      expect(tags).not.toContain('error')
      expect(tags.filter((tag) => tag === 'response.created').length).toBe(tags.filter((tag) => tag === 'response.done').length)
      expect(tags.filter((tag) => tag === 'response.done').length).toBeGreaterThan(0)
      expect(tags.filter((tag) => tag === 'response.done').length).toBeLessThanOrEqual(turns.length)
      const said = wire.map(({ data }) => data.serverContent?.outputTranscription?.text ?? '').join('')
      expect(wordsOf(toClient)).toBe(said)
      // The set-up comes from the settings; all else that the recorded client sent is sent again.
      const kinds = (messages: Json[]): string[] =>
        messages.map((message) => Object.keys(message)[0]?.replaceAll('_', '').toLowerCase() ?? '').filter((kind) => kind !== 'setup')
      const recorded = kinds(wire.filter(({ from }) => from === 'client').map(({ data }) => data))
      expect(
        kinds(toProvider.map((text) => JSON.parse(text))).filter((kind, index, all) => kind !== 'clientcontent' || all[index - 1] !== kind),
      ).toEqual(recorded.filter((kind, index) => kind !== 'clientcontent' || recorded[index - 1] !== kind))
      expect(bridge.unreportedUsage()).toBeUndefined()
    },
  )
})

const wordsOf = (events: readonly string[]): string =>
  events
    .map((text) => JSON.parse(text))
    .flatMap(({ type, delta }) => (type === 'response.output_audio_transcript.delta' ? [delta] : []))
    .join('')

/** What a client of the realtime style would have said where the recorded one said this. */
function eventsFor(data: Json): object[] {
  if (data.setup !== undefined) {
    const tools = (data.setup.tools?.[0]?.functionDeclarations ?? []).map(({ name, description }: Json) => ({
      type: 'function',
      name,
      description,
    }))
    const instructions = data.setup.systemInstruction?.parts?.[0]?.text ?? ''
    return [
      { type: 'session.update', session: { type: 'realtime', instructions, tools, audio: { input: { transcription: { model: 'any' } } } } },
    ]
  }
  if (data.client_content !== undefined) {
    const items = data.client_content.turns.map(({ role, parts }: Json) => ({
      type: 'conversation.item.create',
      item: {
        type: 'message',
        role: role === 'model' ? 'assistant' : 'user',
        content: [{ type: role === 'model' ? 'output_text' : 'input_text', text: parts[0].text }],
      },
    }))
    return data.client_content.turnComplete === true ? [...items, { type: 'response.create' }] : items
  }
  if (data.tool_response !== undefined)
    return [
      ...data.tool_response.functionResponses.map(({ id, response }: Json) => ({
        type: 'conversation.item.create',
        item: { type: 'function_call_output', call_id: id, output: response.output },
      })),
      { type: 'response.create' },
    ]
  return [{ type: 'input_audio_buffer.append', audio: data.realtime_input.audio.data }]
}
