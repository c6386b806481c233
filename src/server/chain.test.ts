import { jest } from '@jest/globals'
import { chain } from './chain.js'
import type { HttpContext, Middleware } from './context.js'

const context = {} as HttpContext

test('steps run in order, inwards and out again', async () => {
  const seen: string[] = []
  const step =
    (name: string): Middleware =>
    async (_context, next) => {
      seen.push(name)
      await next()
      seen.push(`${name} out`)
    }
  const plain: Middleware = (_context, next) => {
    seen.push('plain')
    return next()
  }
  await chain([step('a'), plain, step('b')])(context)
  expect(seen).toEqual(['a', 'plain', 'b', 'b out', 'a out'])
})

test('a step that does not go on ends the way', async () => {
  const never = jest.fn<Middleware>()
  await chain([() => Promise.resolve(), never])(context)
  expect(never).not.toHaveBeenCalled()
})

test.each([
  [
    'thrown at once',
    () => {
      throw new Error('no')
    },
  ],
  ['rejected', () => Promise.reject(new Error('no'))],
] as [string, Middleware][])('what is %s reaches the steps around it', async (_, failing) => {
  let caught: unknown
  const outer: Middleware = async (_context, next) => {
    try {
      await next()
    } catch (error) {
      caught = error
    }
  }
  const between: Middleware = (_context, next) => next()
  await chain([outer, between, failing])(context)
  expect(caught).toEqual(new Error('no'))
})

test('two requests have their own places', async () => {
  const run = chain([
    async (_context, next) => {
      await Promise.resolve()
      await next()
    },
    (each) => {
      ;(each.state as { done?: boolean }).done = true
      return Promise.resolve()
    },
  ])
  const contexts = [{ state: {} } as HttpContext, { state: {} } as HttpContext]
  await Promise.all(contexts.map((each) => run(each)))
  expect(contexts.map((each) => each.state)).toEqual([{ done: true }, { done: true }])
})
