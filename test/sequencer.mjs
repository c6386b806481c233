import Sequencer from '@jest/test-sequencer'

/** Folders whose files take longest, by far: one of them that began last would run alone in the end. */
const slowest = ['/test/browser/', '/test/chaos/', '/test/docs/', '/test/contract/', '/test/']

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const found = slowest.findIndex((folder) => path.includes(folder))
      return found === -1 ? slowest.length : found
    }
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other))
  }
}
