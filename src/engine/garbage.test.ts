import { leavePiece } from './garbage.js'

const MiB = 1024 * 1024
const pieceBytes = 64 * 1024

/** The most memory that a hundred mebibytes of pieces take, each used for a moment. */
function most(used: (bytes: number) => void): number {
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  for (let count = 0; count < 1600; count++) {
    Buffer.allocUnsafeSlow(pieceBytes).fill(1)
    used(pieceBytes)
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  return most
}

test('pieces that are left take little memory, which without a collection they would not', () => {
  expect(most(() => undefined)).toBeGreaterThan(16 * MiB)
  // The best of some: V8 frees them in threads of its own, for which a busy machine may have no time.
  expect(Math.min(...Array.from({ length: 4 }, () => most(leavePiece)))).toBeLessThanOrEqual(12 * MiB)
})
