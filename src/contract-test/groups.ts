import { Conversation } from './conversations/conversation.js'
import { conversationChecks } from './conversations/conversation-checks.js'
import { modelChecks } from './conversations/models.js'
import { obedienceChecks } from './conversations/obedience-checks.js'
import { tokenCountChecks } from './conversations/token-count.js'
import { speech, transcriptions } from './endpoints/audio.js'
import { completions } from './endpoints/completions.js'
import { embeddings } from './endpoints/embeddings.js'
import { groupOf } from './endpoints/endpoint.js'
import { images } from './endpoints/images.js'
import { moderations } from './endpoints/moderations.js'
import { hasRealtime, realtimeChecks } from './endpoints/realtime.js'
import { rerank } from './endpoints/rerank.js'
import { storedResponseChecks, storesResponses } from './endpoints/stored-responses.js'
import type { Group } from './group.js'
import { ask, type TestTarget } from './target.js'
import { testedDialects, type TestedDialect } from './tested-dialect.js'

const styles = testedDialects.map((dialect): Group => ({
  name: dialect.name,
  isThere: (target, { chat }) => claims(dialect, target, chat),
  checks: (tester, { chat }) => {
    const conversation = new Conversation(dialect, tester, chat)
    return [conversationChecks, obedienceChecks, modelChecks, tokenCountChecks].flatMap((checks) => checks(conversation))
  },
}))

const storedResponses: Group = {
  name: 'stored-responses',
  isThere: (target, { chat }) => storesResponses(target, chat),
  checks: (tester, { chat }) => storedResponseChecks(tester, chat),
}

const realtime: Group = {
  name: 'realtime',
  isThere: (target, models) => hasRealtime(target, models.of('realtime')),
  checks: (tester, models) => realtimeChecks(tester, models.of('realtime')),
}

export const groups: readonly Group[] = [
  ...styles,
  storedResponses,
  ...[embeddings, rerank, images, speech, transcriptions, moderations, completions].map(groupOf),
  realtime,
]

export const groupNames: readonly string[] = groups.map(({ name }) => name)

/** Whether the server has the dialect's path: an invalid body gets another status than 404 or 405. */
async function claims(dialect: TestedDialect, target: TestTarget, model: string): Promise<boolean> {
  const headers = { ...dialect.headers, ...dialect.credential(target.token) }
  const { status } = await ask(target, { path: dialect.path(model, false), headers, body: dialect.invalidBodies[0]?.body(model) ?? {} })
  return status !== 404 && status !== 405
}
