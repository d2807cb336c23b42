import { deflateSync } from 'node:zlib'

const chunk = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  // The checksum is wrong where decoding must not get that far.
  return Buffer.concat([length, Buffer.from(type, 'latin1'), body, Buffer.alloc(4)])
}

/** A PNG of a few kilobytes that declares this many pixels. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
