import { bearer } from '../../dialects/contract-test.js'
import { objectIn, objectsIn } from '../../dialects/stream-order.js'
import { parseJson, type JsonObject } from '../../json/object.js'
import type { Check, Tester } from '../check.js'
import type { Findings, ProblemList } from '../findings.js'
import type { TestTarget } from '../target.js'
import { checkTextTurn } from './realtime-turn.js'
import { RealtimeSession, type OpenOptions } from './realtime-session.js'

const instructions = 'Answer in one word.'

/** Sessions over WebSockets: their beginning, settings, one answer as text, errors. */
export function realtimeChecks(tester: Tester, model: string): readonly Check[] {
  const { target } = tester
  const own = { headers: bearer(target.token) }
  const inSession = (
    name: string,
    run: (session: RealtimeSession, find: Findings) => Promise<void>,
    options: OpenOptions = own,
  ): Check => ({
    style: 'realtime',
    name,
    run: async (problems: ProblemList) => {
      const find = tester.findings(problems, `WebSocket /v1/realtime?model=${model}`)
      const opened = await RealtimeSession.open(target, model, options)
      if (opened.kind !== 'open') {
        find.require(false, 'the handshake', opened, 'status 101', 'the token and the model are valid')
        return
      }
      try {
        await run(opened.session, find)
      } finally {
        opened.session.close()
      }
    },
  })
  const begun = async (session: RealtimeSession, find: Findings): Promise<void> => {
    const events = await session.until('session.created')
    checkEvents(tester, find, events)
    find.require(events.length === 1, 'event 0', events[0]?.['type'], '"session.created"', 'it is the first event of a session')
    find.filled('event 0 /session/id', objectIn(events[0]?.['session'])['id'], 'each session has an id')
  }
  return [
    inSession('a session begins, and takes settings', async (session, find) => {
      await begun(session, find)
      session.send({ type: 'session.update', session: { type: 'realtime', instructions, output_modalities: ['text'] } })
      const events = await session.until('session.updated', 'error')
      checkEvents(tester, find, events)
      const last = events.at(-1)
      const settings = objectIn(last?.['session'])
      find.equals('the last event /type', last?.['type'] ?? null, 'session.updated', 'it answers session.update')
      find.equals(
        'the last event /session/instructions',
        settings['instructions'],
        instructions,
        'the event has the settings as they are now',
      )
    }),
    inSession('an answer as text', async (session, find) => {
      await begun(session, find)
      session.send({
        type: 'conversation.item.create',
        item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Say hello in one word.' }] },
      })
      session.send({ type: 'response.create', response: { output_modalities: ['text'] } })
      const events = await session.until('response.done', 'error')
      checkEvents(tester, find, events)
      checkTextTurn(find, events)
    }),
    inSession('an event of a type that does not exist is answered with an error, and the session goes on', async (session, find) => {
      await begun(session, find)
      session.send({ type: 'no.such.event', event_id: 'event_of_the_test' })
      const events = await session.until('error')
      checkEvents(tester, find, events)
      const error = objectIn(events.at(-1)?.['error'])
      find.equals('the last event /type', events.at(-1)?.['type'] ?? null, 'error', 'an event that is not known is an error')
      find.filled('the last event /error/message', error['message'], 'clients show the message')
      find.equals('the last event /error/type', error['type'], 'invalid_request_error', 'the client has sent what is wrong')
      find.equals('the last event /error/event_id', error['event_id'], 'event_of_the_test', 'it is the id of the wrong event')
      session.send({ type: 'session.update', session: { type: 'realtime', instructions } })
      const after = await session.until('session.updated')
      find.equals('the last event /type', after.at(-1)?.['type'] ?? null, 'session.updated', 'an error does not end the session')
    }),
    inSession(
      'a browser sends its token as a subprotocol',
      async (session, find) => {
        find.equals('header sec-websocket-protocol', session.protocol, 'realtime', 'browsers end a connection for which none is chosen')
        await begun(session, find)
      },
      { protocols: ['realtime', `openai-insecure-api-key.${target.token}`] },
    ),
    {
      style: 'realtime',
      name: '401 without a token',
      run: async (problems) => {
        const find = tester.findings(problems, `WebSocket /v1/realtime?model=${model} without a token`)
        const opened = await RealtimeSession.open(target, model, {})
        if (opened.kind === 'open') opened.session.close()
        find.equals(
          'the handshake',
          opened.kind === 'refused' ? opened.status : opened.kind,
          401,
          'the token is checked before the upgrade',
        )
        if (opened.kind === 'refused')
          find.filled(
            '/error/message',
            objectIn(objectIn(parseJson(opened.body))['error'])['message'],
            'the body is an error as of other requests',
          )
      },
    },
  ]
}

/** Whether a session can be opened. */
export async function hasRealtime(target: TestTarget, model: string): Promise<boolean> {
  const opened = await RealtimeSession.open(target, model, { headers: bearer(target.token) })
  if (opened.kind === 'open') opened.session.close()
  return opened.kind === 'open'
}

/** Each event is JSON that fits the contract, and has an id of its own. */
function checkEvents(tester: Tester, find: Findings, events: readonly (JsonObject | undefined)[]): void {
  const ids = new Set<unknown>()
  events.forEach((event, position) => {
    const at = find.within(`event ${position}`)
    at.require(event !== undefined, '', undefined, 'a JSON object as text', 'each event of a session is JSON')
    if (event === undefined) return
    tester.fits(at, 'realtime', 'RealtimeServerEvent', event)
    // xAI's pings are not events of the conversation.
    if (event['type'] === 'ping') return
    const id = event['event_id']
    at.filled('/event_id', id, 'each event has an id')
    at.require(!ids.has(id), '/event_id', id, 'another id', 'each event has its own id')
    ids.add(id)
  })
  const rates = events.filter((event) => event?.['type'] === 'rate_limits.updated')
  for (const event of rates)
    find.require(objectsIn(event?.['rate_limits']).length > 0, '/rate_limits', event, 'a limit', 'the event tells limits')
}
