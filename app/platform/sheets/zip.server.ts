import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRawSync } from 'node:zlib'

/** Bytes that the files of an archive may have unpacked together: far above what a list needs, far below what hurts. */
const MAX_UNPACKED = 48 * 1024 * 1024
const MAX_FILES = 5000

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const ZIP64_LOCATOR = 0x07064b50
/** A size or place that ZIP64 keeps elsewhere (APPNOTE 4.5.3). */
const ELSEWHERE = 0xffffffff
const STORED = 0
const DEFLATED = 8

/** The files of a ZIP archive by name, each unpacked on demand. Names are compared without case, as parts of a workbook are. */
export type Archive = {
  /** As they are written, in their order, without folders. */
  names: readonly string[]
  has(name: string): boolean
  /** The unpacked bytes; undefined when there is no such file, or it is encrypted, broken or too large. */
  read(name: string): Buffer | undefined
}

type Entry = { name: string; method: number; packed: number; offset: number; encrypted: boolean }

/**
 * Opens an archive by its central directory (APPNOTE 4.3.12). Undefined when it is not a supported ZIP: ZIP64, or more
 * files than a workbook has. Declared sizes are used only to locate data.
 */
export function openZip(bytes: Buffer): Archive | undefined {
  const end = findEnd(bytes)
  if (end === undefined) return undefined
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_FILES) return undefined
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) return undefined
    const nameLength = bytes.readUInt16LE(at + 28)
    const [packed, offset] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)]
    if (packed === ELSEWHERE || offset === ELSEWHERE) return undefined
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    entries.set(plainName(name), {
      name,
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      packed,
      offset,
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  let left = MAX_UNPACKED
  return {
    names: Array.from(entries.values(), ({ name }) => name).filter(name => !/[/\\]$/.test(name)),
    has: name => entries.has(plainName(name)),
    read(name) {
      const entry = entries.get(plainName(name))
      const content = entry && !entry.encrypted ? unpack(bytes, entry, left) : undefined
      left -= content?.length ?? 0
      return content
    },
  }
}

/** Whether an archive that `openZip` refuses is ZIP64: it says so before its end record, or keeps sizes elsewhere. */
export function isZip64(bytes: Buffer): boolean {
  const end = findEnd(bytes)
  if (end === undefined) return false
  if (end >= 20 && bytes.readUInt32LE(end - 20) === ZIP64_LOCATOR) return true
  let at = bytes.readUInt32LE(end + 16)
  while (at + 46 <= end && bytes.readUInt32LE(at) === CENTRAL) {
    if (bytes.readUInt32LE(at + 20) === ELSEWHERE || bytes.readUInt32LE(at + 42) === ELSEWHERE) return true
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return false
}

/** Some programs of Windows write backslashes. */
const plainName = (name: string): string => name.replaceAll('\\', '/').toLowerCase()

/** The end record is the last thing of an archive, followed by a comment of up to 64 KiB. */
function findEnd(bytes: Buffer): number | undefined {
  const first = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END) return at
  return undefined
}

function unpack(bytes: Buffer, { method, packed, offset }: Entry, most: number): Buffer | undefined {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) return undefined
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + packed > bytes.length) return undefined
  const content = bytes.subarray(start, start + packed)
  if (method === STORED) return content.length <= most ? content : undefined
  if (method !== DEFLATED || most <= 0) return undefined
  try {
    return inflateRawSync(content, { maxOutputLength: most })
  } catch {
    return undefined
  }
}

type Packed = { name: string; crc: number; size: number; data: Uint8Array }

const deflate = promisify(deflateRaw)

/** An archive of deflated files, compressed outside of the event loop. */
export async function packZip(files: readonly { name: string; content: Uint8Array }[]): Promise<Buffer<ArrayBuffer>> {
  const packed = files.map(async ({ name, content }) => ({
    name,
    crc: crc32(content),
    size: content.length,
    data: await deflate(content),
  }))
  return assemble(await Promise.all(packed))
}

function assemble(files: readonly Packed[]): Buffer<ArrayBuffer> {
  const local: Uint8Array[] = []
  const central: Uint8Array[] = []
  let offset = 0
  for (const { name, crc, size, data } of files) {
    const path = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(DEFLATED, 4)
    // 1 January 1980, the format's first day: the same content is always the same file.
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(path.length, 22)
    local.push(signature(LOCAL), common, path, data)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(signature(CENTRAL), Buffer.from([20, 0]), common, tail, path)
    offset += 30 + path.length + data.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, signature(END), end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
