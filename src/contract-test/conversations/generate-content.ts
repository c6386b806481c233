import { objectIn, objectsIn, type StreamEvent } from '../../dialects/stream-order.js'
import { numberOf, type JsonObject } from '../../json/object.js'
import type { Findings } from '../findings.js'
import { checkUsage } from '../usage.js'
import type { StyleRules, ToolCall } from './style-rules.js'

const reasons = [
  ...['STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION', 'LANGUAGE', 'OTHER', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'],
  ...['MALFORMED_FUNCTION_CALL', 'IMAGE_SAFETY', 'IMAGE_PROHIBITED_CONTENT', 'IMAGE_OTHER', 'NO_IMAGE', 'IMAGE_RECITATION'],
  ...['UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'MISSING_THOUGHT_SIGNATURE', 'MALFORMED_RESPONSE', 'MODEL_ARMOR'],
]

const usage = {
  addends: ['promptTokenCount', 'candidatesTokenCount', 'thoughtsTokenCount', 'toolUsePromptTokenCount'],
  total: 'totalTokenCount',
  parts: [['cachedContentTokenCount', 'promptTokenCount']],
  positive: ['promptTokenCount'],
} as const

const statusNames: Readonly<Record<number, readonly string[]>> = {
  400: ['INVALID_ARGUMENT', 'FAILED_PRECONDITION'],
  401: ['UNAUTHENTICATED'],
  404: ['NOT_FOUND'],
}

export const generateContentRules: StyleRules = {
  reply(find, reply) {
    checkHead(find, reply)
    const candidates = objectsIn(reply['candidates'])
    if (objectIn(reply['promptFeedback'])['blockReason'] === undefined)
      find.require(candidates.length > 0, '/candidates', reply['candidates'], 'a candidate', 'only a blocked prompt has none')
    candidates.forEach((candidate, position) => {
      checkCandidate(find, position, candidate)
      const reason = candidate['finishReason']
      find.oneOf(`/candidates/${position}/finishReason`, reason, reasons, 'clients know these reasons only')
      const parts = objectsIn(objectIn(candidate['content'])['parts'])
      if (reason === 'STOP')
        find.require(
          parts.length > 0,
          `/candidates/${position}/content/parts`,
          parts,
          'a part',
          'an answer that ended by itself has a text or calls',
        )
    })
    checkUsage(find, '/usageMetadata', reply['usageMetadata'], usage)
  },
  stream(find, events) {
    const first = events[0]?.value
    let last: { readonly value: JsonObject; readonly at: Findings } | undefined
    let parts = 0
    events.forEach(({ name, value }, position) => {
      if (value === undefined) return
      const at = find.within(`event ${position}`)
      at.require(name === undefined, '', name, 'no event line', 'the frames of this style have data lines only')
      checkHead(at, value)
      for (const member of ['responseId', 'modelVersion'])
        at.require(value[member] === first?.[member], `/${member}`, value[member], `the ${member} of the first chunk`, 'it is one answer')
      objectsIn(value['candidates']).forEach((candidate, place) => {
        checkCandidate(at, place, candidate)
        const reason = candidate['finishReason']
        if (reason !== undefined && reason !== null)
          at.oneOf(`/candidates/${place}/finishReason`, reason, reasons, 'clients know these reasons only')
        parts += objectsIn(objectIn(candidate['content'])['parts']).filter((part) => part['text'] !== '').length
      })
      if (value['usageMetadata'] !== undefined) last = { value, at }
    })
    find.require(
      parts > 0 || first?.['promptFeedback'] !== undefined,
      '/',
      undefined,
      'a text or a call in the chunks',
      'the answer is in them',
    )
    if (last !== undefined) {
      checkUsage(last.at, '/usageMetadata', last.value['usageMetadata'], usage)
      last.at.require(
        last.value === events.at(-1)?.value,
        '/usageMetadata',
        undefined,
        'the counts in the last chunk',
        'the last counts are those of the whole answer',
      )
    }
  },
  calls: (reply) => callsIn(reply, ''),
  streamedCalls: (events: readonly StreamEvent[]) =>
    events.flatMap(({ value }, position) => (value === undefined ? [] : callsIn(value, `event ${position} `))),
  limited(reply) {
    const [candidate] = objectsIn(reply['candidates'])
    const { candidatesTokenCount: written, thoughtsTokenCount: thought } = objectIn(reply['usageMetadata'])
    const tokens = (numberOf(written) ?? 0) + (numberOf(thought) ?? 0)
    return { at: '/candidates/0/finishReason', reason: candidate?.['finishReason'], wanted: 'MAX_TOKENS', tokens }
  },
  error(find, body, status) {
    const { code, message, status: name } = objectIn(body['error'])
    find.equals('/error/code', code, status, 'the code is the status of the reply')
    find.filled('/error/message', message, 'clients show the message')
    const wanted = statusNames[status]
    if (wanted !== undefined) find.oneOf('/error/status', name, wanted, `clients act on the status; this is the name of a ${status}`)
  },
}

function checkHead(find: Findings, reply: JsonObject): void {
  find.filled('/responseId', reply['responseId'], 'this style has no header with an id: the responseId is used in its place')
  find.filled('/modelVersion', reply['modelVersion'], 'an answer names its model')
}

function checkCandidate(find: Findings, position: number, candidate: JsonObject): void {
  const index = candidate['index'] ?? 0
  find.require(Number.isInteger(index), `/candidates/${position}/index`, index, 'a whole number', 'candidates are numbered from 0')
  const content = objectIn(candidate['content'])
  const at = `/candidates/${position}/content`
  if (objectsIn(content['parts']).length > 0) find.equals(`${at}/role`, content['role'], 'model', 'the model speaks in the role model')
  objectsIn(content['parts']).forEach((part, place) => {
    if (part['functionCall'] === undefined) return
    const { args } = objectIn(part['functionCall'])
    find.require(
      args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args)),
      `${at}/parts/${place}/functionCall/args`,
      args,
      'an object',
      'the arguments are an object here, not a text',
    )
  })
}

function callsIn(reply: JsonObject, place: string): readonly ToolCall[] {
  return objectsIn(reply['candidates']).flatMap((candidate, position) =>
    objectsIn(objectIn(candidate['content'])['parts']).flatMap((part, index) => {
      if (part['functionCall'] === undefined) return []
      const { name, args } = objectIn(part['functionCall'])
      return [{ at: `${place}/candidates/${position}/content/parts/${index}/functionCall`, name, input: args ?? {} }]
    }),
  )
}
