import { objectOf, parseObject } from '../../json/object.js'
import type { Answered, Check } from '../check.js'
import type { Conversation } from './conversation.js'
import type { ToolCall } from './style-rules.js'

/** What the request asks for is done: calls of tools, or none, and a limit of tokens. */
export function obedienceChecks(conversation: Conversation): readonly Check[] {
  const { rules, tools, limit } = conversation.dialect
  return [
    conversation.check('a reply with a tool call', { more: tools.required }, (answered) => {
      conversation.holdReply(answered)
      checkCalls(answered, rules.calls(answered.body), tools.names, 'tool_choice demands a call')
    }),
    conversation.check('a stream with a tool call', { stream: true, more: tools.required }, (answered) => {
      const events = conversation.holdStream(answered)
      checkCalls(answered, rules.streamedCalls(events), tools.names, 'tool_choice demands a call')
    }),
    conversation.check('a call of the one tool that is named', { more: tools.named }, (answered) => {
      conversation.holdReply(answered)
      checkCalls(answered, rules.calls(answered.body), tools.names.slice(1), 'tool_choice names the tool')
    }),
    conversation.check('no call where tool_choice forbids it', { more: tools.none }, (answered) => {
      conversation.holdReply(answered)
      const calls = rules.calls(answered.body)
      answered.find.require(calls.length === 0, calls[0]?.at ?? '', calls, 'no call', 'tool_choice forbids calls')
    }),
    conversation.check('an answer within its limit of tokens', { more: limit.more }, (answered) => {
      conversation.holdReply(answered)
      if (answered.answer.status !== 200) return
      const { at, reason, wanted, tokens } = rules.limited(answered.body)
      answered.find.require(tokens <= limit.most, '/usage', tokens, `at most ${limit.most} tokens`, 'the request limits them')
      if (tokens >= limit.most) answered.find.equals(at, reason, wanted, 'the answer has all the tokens that it may have')
    }),
  ]
}

/** There are calls, all of these tools, with inputs that fit their schemas: both tools want a city. */
function checkCalls({ answer, find }: Answered, calls: readonly ToolCall[], names: readonly string[], rule: string): void {
  if (answer.status !== 200) return
  find.require(calls.length > 0, '', undefined, `a call of ${names.join(' or ')}`, rule)
  for (const { at, name, input } of calls) {
    find.oneOf(at, name, names, 'a model calls the tools that the request declares')
    const value = typeof input === 'string' ? parseObject(input) : objectOf(input)
    find.require(value !== undefined, at, input, 'a JSON object', 'the input of a tool is a JSON object')
    if (value !== undefined) find.require(typeof value['city'] === 'string', at, input, 'a city', "the tool's schema requires it")
  }
}
