import type { Provider } from '../../providers/provider.js'
import type { RoutedTarget } from '../../routing/target.js'
import { capableTargets } from './media.js'

/** The members of a target that are read: the tasks and dialects of its provider. */
function target(model: string, media: object, dialects: readonly string[]): RoutedTarget {
  const provider: Partial<Provider> = { mediaFor: () => media, dialectsFor: () => dialects as never }
  return { model, provider: provider as Provider }
}
const chat = target('chat', {}, ['messages'])
const vectors = target('vectors', { embeddings: 'openai' }, [])
const nothing = target('nothing', {}, [])

test.each([
  ['embeddings', [chat, vectors], [vectors]],
  // A conversation may write a completion.
  ['completions', [vectors, chat], [chat]],
  ['completions', [nothing, vectors], [nothing, vectors]],
  ['speech', [chat, nothing], [chat, nothing]],
] as const)('%s goes to the targets that can do it, else to all: %#', (task, targets, capable) => {
  expect(capableTargets(targets, task)).toEqual(capable)
})
