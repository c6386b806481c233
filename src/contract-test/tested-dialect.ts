import type { DialectTest } from '../dialects/contract-test.js'
import { clientDialects } from '../dialects/registry.js'
import { chatCompletionsRules } from './conversations/chat-completions.js'
import { generateContentRules } from './conversations/generate-content.js'
import { messagesRules } from './conversations/messages.js'
import { responsesRules } from './conversations/responses.js'
import type { StyleRules } from './conversations/style-rules.js'

/** A dialect, with what to send to a server that claims it and the rules of its answers. */
export interface TestedDialect extends DialectTest {
  readonly name: string
  readonly rules: StyleRules
}

const rules: Readonly<Record<keyof typeof clientDialects, StyleRules>> = {
  'chat-completions': chatCompletionsRules,
  messages: messagesRules,
  responses: responsesRules,
  'generate-content': generateContentRules,
}

export const testedDialects: readonly TestedDialect[] = Object.values(clientDialects).map(({ name, contractTest }) => ({
  name,
  ...contractTest,
  rules: rules[name],
}))
