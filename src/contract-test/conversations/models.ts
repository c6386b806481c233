import { objectsOf, textOf, type JsonObject } from '../../json/object.js'
import { isReply, statusIs, typeIs, type Check } from '../check.js'
import type { Findings } from '../findings.js'
import { endpointCheck } from '../endpoint-check.js'
import { unknownModel, type Conversation } from './conversation.js'

/** The list of models, and one model, in the style's own format. */
export function modelChecks({ dialect, tester, headers }: Conversation): readonly Check[] {
  const { models, rules, document, error } = dialect
  const get = (path: string) => ({ path, headers })
  return [
    endpointCheck(tester, dialect.name, 'the list of models, and the first of them', async (send) => {
      const listed = await send(get(models.path))
      if (listed === undefined || !isReply(listed)) return
      if (!tester.fits(listed.find, 'models', models.list, listed.answer.json)) return
      checkList(listed.find, listed.body)
      const first = namesOf(listed.body)[0]
      if (first === undefined) return
      const found = await send(get(`${models.path}/${first.split('/').map(encodeURIComponent).join('/')}`))
      if (found === undefined || !isReply(found)) return
      tester.fits(found.find, 'models', models.one, found.answer.json)
      found.find.require(nameOf(found.body) === first, '', nameOf(found.body), first, 'the model that the path names')
      checkModel(found.find, '', found.body)
    }),
    endpointCheck(tester, dialect.name, '404 for a model that is not in the list', async (send) => {
      const answered = await send(get(`${models.path}/${unknownModel}`))
      if (answered === undefined || !statusIs(answered, 404) || !typeIs(answered, 'application/json')) return
      tester.fits(answered.find, document, error, answered.answer.json)
      rules.error(answered.find, answered.body, 404)
    }),
  ]
}

/** The names in a list of models of any format, as clients send them. */
export function namesOf(list: JsonObject): readonly string[] {
  return [...objectsOf(list['data']), ...objectsOf(list['models'])].flatMap((model) => nameOf(model) ?? [])
}

function nameOf({ id, name }: JsonObject): string | undefined {
  return textOf(id) ?? textOf(name)?.replace(/^models\//, '')
}

function checkList(find: Findings, list: JsonObject): void {
  const names = namesOf(list)
  find.require(new Set(names).size === names.length, '', names, 'different names', 'a name stands for one model')
  const at = list['data'] === undefined ? '/models' : '/data'
  const models = [...objectsOf(list['data']), ...objectsOf(list['models'])]
  find.require(models.length > 0, at, models, 'a model', 'the list has the models that the token may use')
  models.forEach((model, position) => {
    checkModel(find, `${at}/${position}`, model)
  })
  if (!('has_more' in list)) return
  for (const [member, position] of [
    ['first_id', 0],
    ['last_id', -1],
  ] as const)
    find.require(
      list[member] === names.at(position),
      `/${member}`,
      list[member],
      names.at(position) ?? 'null',
      'clients read the next page from it',
    )
}

function checkModel(find: Findings, at: string, model: JsonObject): void {
  const { id, name, created, created_at: createdAt } = model
  if (name !== undefined)
    find.require(
      typeof name === 'string' && /^(?:models|tunedModels)\/./.test(name),
      `${at}/name`,
      name,
      'models/NAME',
      'names of this style have a prefix',
    )
  else find.filled(`${at}/id`, id, 'clients send this name')
  if (created !== undefined) find.seconds(`${at}/created`, created)
  if (createdAt !== undefined)
    find.require(
      typeof createdAt === 'string' && !Number.isNaN(Date.parse(createdAt)),
      `${at}/created_at`,
      createdAt,
      'a time as in RFC 3339',
      'clients parse it',
    )
}
