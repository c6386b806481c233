import { text } from '../../dialects/contract-test.js'
import { numberOf } from '../../json/object.js'
import { isReply, type Check } from '../check.js'
import { endpointCheck } from '../endpoint-check.js'
import type { Conversation } from './conversation.js'

/** The count of a prompt's tokens grows with the prompt. */
export function tokenCountChecks({ dialect, tester, headers, model }: Conversation): readonly Check[] {
  const { tokenCount, document } = dialect
  if (tokenCount === undefined) return []
  const { schema, member, path, body } = tokenCount
  return [
    endpointCheck(tester, dialect.name, 'the count of tokens', async (send) => {
      const counts: number[] = []
      for (const prompt of [text, text.repeat(20)]) {
        const answered = await send({ path: path(model), headers, body: body(model, prompt) })
        if (answered === undefined || !isReply(answered)) return
        tester.fits(answered.find, document, schema, answered.answer.json)
        const count = answered.body[member]
        if (!answered.find.count(`/${member}`, count, 1, 'a prompt has tokens')) return
        const before = counts.at(-1) ?? 0
        counts.push(numberOf(count) ?? 0)
        answered.find.require(
          Number(count) > before,
          `/${member}`,
          count,
          `more than ${before}`,
          'a prompt twenty times as long has more tokens',
        )
      }
    }),
  ]
}
