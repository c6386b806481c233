import { Holding, type ProcessBytes } from './holding.js'
import { noneRunning } from './lease.js'

/** A process of 1,000 bytes with this much spare memory in use. */
function process(spareBytes: number) {
  const spare = {
    bytes: spareBytes,
    shrunk: 0,
    shrinkTo(bytes: number) {
      this.shrunk++
      this.bytes = Math.min(this.bytes, bytes)
    },
  }
  const bytes: ProcessBytes = { ...noneRunning(), spare }
  const holding = () => new Holding(bytes, noneRunning(), 1000)
  return { spare, bytes, holding }
}

test('spare memory is given back when bodies need it, and only as much as they need', () => {
  const { spare, holding } = process(400)
  expect(holding().tryHold(500)).toBeUndefined()
  expect(spare).toMatchObject({ bytes: 400, shrunk: 0 })
  expect(holding().tryHold(300)).toBeUndefined()
  expect(spare).toMatchObject({ bytes: 200, shrunk: 1 })
  expect(holding().tryHold(200)).toBeUndefined()
  expect(spare.bytes).toBe(0)
})

test('spare memory refuses no body, and a body that is refused takes none of it', () => {
  const { spare, bytes, holding } = process(400)
  const [one, another] = [holding(), holding()]
  expect(one.tryHold(500)).toBeUndefined()
  expect(another.tryHold(501)?.error.kind).toBe('overloaded')
  expect(spare.bytes).toBe(400)
  expect(another.tryHold(500)).toBeUndefined()
  expect(spare.bytes).toBe(0)
  one.release()
  another.release()
  expect(bytes.bytes).toBe(0)
})
