import { crc32, deflateSync } from 'node:zlib'

const largestSide = 4096

export interface Picture {
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}

/** A white picture. PNGs have the size `640x480`, or one pixel; other formats always have one pixel. */
export function picture(format: string, size = ''): Picture {
  const small = onePixel.get(format)
  if (small !== undefined) return { mediaType: `image/${format}`, data: small }
  const [, width = '1', height = '1'] = /^(\d{1,4})x(\d{1,4})$/.exec(size) ?? []
  return { mediaType: 'image/png', data: png(side(width), side(height)).toString('base64') }
}

const side = (digits: string): number => Math.min(largestSide, Math.max(1, Number(digits)))

/** A picture with one bit for each pixel (https://www.w3.org/TR/png-3/). */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff)
  row[0] = 0
  const rows = Buffer.alloc(row.length * height, row)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

const onePixel: ReadonlyMap<string, string> = new Map([
  [
    'jpeg',
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  ],
  ['webp', 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='],
])
