import Sequencer from '@jest/test-sequencer'

/** The files that take longest, by far: one that began last would run alone in the end. Then all that start gateways, then the quick ones. */
const first = ['/test/browser/states.test.ts', '/test/browser/console-pages.test.ts', '/test/']

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const found = first.findIndex((part) => path.includes(part))
      return found === -1 ? first.length : found
    }
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other))
  }
}
