import { objectOf, objectsOf } from '../../json/object.js'
import type { Answered } from '../check.js'
import type { Endpoint } from './endpoint.js'
import { counted } from '../../observability/counted.js'

const path = '/v1/moderations'

export const moderations: Endpoint = {
  name: 'moderations',
  use: 'moderations',
  smallest: (model) => ({ path, body: { model, input: 'The pump is on.' } }),
  invalidBodies: [{ name: 'no input', body: (model) => ({ model }) }],
  checks: (context) =>
    [
      { name: 'a result for one text', input: 'The pump is on.', count: 1 },
      { name: 'a result for each of several texts', input: ['The pump is on.', 'The pump is off.'], count: 2 },
    ].map(({ name, input, count }) =>
      context.check(name, async (send) => {
        const answered = await send(context.request({ path, body: { model: context.model, input } }))
        if (answered !== undefined && context.fits(answered, 'ModerationReply')) checkResults(answered, count)
      }),
    ),
}

function checkResults({ find, body }: Answered, count: number): void {
  const results = objectsOf(body['results'])
  find.filled('/id', body['id'], 'each answer has an id')
  find.filled('/model', body['model'], 'an answer names its model')
  find.require(
    results.length === count,
    '/results',
    counted(results.length, 'result'),
    counted(count, 'result'),
    'there is one result for each input',
  )
  results.forEach(({ flagged, categories, category_scores: scores }, position) => {
    const at = `/results/${position}`
    const marked = Object.entries(objectOf(categories) ?? {})
    find.require(marked.length > 0, `${at}/categories`, categories, 'a category', 'the categories say why a text was flagged')
    const any = marked.some(([, value]) => value === true)
    find.equals(`${at}/flagged`, flagged, any, 'a text is flagged if one of its categories is')
    for (const [name] of marked) {
      const score = objectOf(scores)?.[name]
      const right = typeof score === 'number' && score >= 0 && score <= 1
      find.require(right, `${at}/category_scores/${name}`, score, 'a number from 0 to 1', 'each category has its score')
    }
  })
}
