import { large, messagesAgent, responsesAgent, small, smallMessages, smallStream } from './bodies.mjs'

const turns = 8
const chat = '/v1/chat/completions'
const messages = '/v1/messages'
const responses = '/v1/responses'

/**
 * What is measured. `style`: of a request that peers can answer. `kind`: the style of the provider. `plain`: the minimal proxy takes part.
 * `connections`: 64 unless given. The bodies of an agent are the turns of one session.
 */
export const scenarios = [
  { name: 'chat, 0.7 KB', path: chat, style: 'chat', kind: 'chat', bodies: [small], plain: true },
  { name: 'chat, stream of 100 events', path: chat, style: 'chat', kind: 'chat', bodies: [smallStream], plain: true },
  { name: 'messages → chat, 0.7 KB', path: messages, kind: 'chat', bodies: [smallMessages], plain: true },
  { name: 'chat, 100 KB', path: chat, style: 'chat', kind: 'chat', bodies: [large], plain: true, connections: 16 },
  { name: 'agent, messages, 87 KB', path: messages, kind: 'messages', bodies: messagesAgent(turns), connections: 16 },
  { name: 'agent, messages → chat, 87 KB', path: messages, kind: 'chat', bodies: messagesAgent(turns), connections: 16 },
  { name: 'agent, responses, 36 KB', path: responses, kind: 'responses', bodies: responsesAgent(turns), connections: 16 },
  { name: 'agent, responses → chat, 36 KB', path: responses, kind: 'chat', bodies: responsesAgent(turns), connections: 16 },
]
