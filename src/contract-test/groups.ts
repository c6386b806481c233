import type { Check, Tester } from './check.js'
import type { ChosenModels } from './chosen-models.js'
import { Conversation } from './conversations/conversation.js'
import { conversationChecks } from './conversations/conversation-checks.js'
import { modelChecks } from './conversations/models.js'
import { tokenCountChecks } from './conversations/token-count.js'
import { ask, type TestTarget } from './target.js'
import { testedDialects, type TestedDialect } from './tested-dialect.js'

/** Checks that are chosen together: those of a style, or of an endpoint beside the styles. */
export interface Group {
  readonly name: string
  readonly isThere: (target: TestTarget, models: ChosenModels) => Promise<boolean>
  readonly checks: (tester: Tester, models: ChosenModels) => readonly Check[]
}

const styles = testedDialects.map((dialect): Group => ({
  name: dialect.name,
  isThere: (target, { chat }) => claims(dialect, target, chat),
  checks: (tester, { chat }) => {
    const conversation = new Conversation(dialect, tester, chat)
    return [conversationChecks, modelChecks, tokenCountChecks].flatMap((checks) => checks(conversation))
  },
}))

export const groups: readonly Group[] = styles

export const groupNames: readonly string[] = groups.map(({ name }) => name)

/** Whether the server has the dialect's path: an invalid body gets another status than 404 or 405. */
async function claims(dialect: TestedDialect, target: TestTarget, model: string): Promise<boolean> {
  const headers = { ...dialect.headers, ...dialect.credential(target.token) }
  const { status } = await ask(target, { path: dialect.path(model, false), headers, body: dialect.invalidBodies[0]?.body(model) ?? {} })
  return status !== 404 && status !== 405
}
