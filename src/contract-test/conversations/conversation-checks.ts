import type { Check } from '../check.js'
import { arrayStream } from './array-stream.js'
import { unknownModel, type Conversation } from './conversation.js'

/** Replies, streams and errors of one chat style. */
export function conversationChecks(conversation: Conversation): readonly Check[] {
  const { dialect, model } = conversation
  const refused =
    (status: number) =>
    (answered: Parameters<Conversation['holdRefusal']>[0]): void => {
      conversation.holdRefusal(answered, status)
    }
  return [
    conversation.check('a reply', {}, (answered) => {
      conversation.holdReply(answered)
    }),
    conversation.check('a stream: each event, their order, their end', { stream: true }, (answered) => {
      conversation.holdStream(answered)
    }),
    ...dialect.otherStreams.map(({ name, more, framing }) =>
      conversation.check(name, { stream: true, more, framing }, (answered) => {
        if (framing === 'json-array') arrayStream(conversation, answered)
        else conversation.holdStream(answered, false)
      }),
    ),
    conversation.check('401 without a token', { headers: dialect.headers }, refused(401)),
    conversation.check('404 for an unknown model', { model: unknownModel }, refused(404)),
    conversation.check('404 for an unknown model, with a stream requested', { model: unknownModel, stream: true }, refused(404)),
    conversation.check('400 for a body that is not JSON', { body: '{"model": ' }, refused(400)),
    ...dialect.invalidBodies.map(({ name, body }) => conversation.check(`400 for ${name}`, { body: body(model) }, refused(400))),
  ]
}
