import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib'
import { GatewayFailure } from '../exchange/error.js'
import { contentCoding, createDecoder } from './content-coding.js'

/** A frame that asks for a window of this size: its content has no size that would make a smaller one enough. */
async function frameWithWindow(log: number): Promise<Buffer> {
  const encoder: ZstdCompress = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: log } })
  encoder.write(Buffer.alloc(1024))
  encoder.flush()
  encoder.end(Buffer.alloc(1024))
  return Buffer.concat(await encoder.toArray())
}

test.each([
  [23, 'is decoded', 2048],
  [24, 'is refused: it would take its memory for each request', undefined],
])('zstd with a window of 2^%i bytes %s', async (log, _, length) => {
  const coded = await frameWithWindow(log)
  const decoder = createDecoder('zstd', coded)
  decoder.end(coded)
  const decoded = decoder.toArray().then((pieces) => Buffer.concat(pieces).length)
  await expect(decoded.catch(() => undefined)).resolves.toBe(length)
})

test.each([
  [undefined, undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['BR', 'br'],
])('the coding that %s names', (header, coding) => {
  expect(contentCoding(header)).toBe(coding)
})

test.each(['compress', 'gzip, br', ''])('%j is a 415', (header) => {
  expect(() => contentCoding(header)).toThrow(GatewayFailure)
})
