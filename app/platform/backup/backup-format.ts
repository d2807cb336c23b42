import { createHash, type Hash } from 'node:crypto'
import { BackupError } from './backup-error.ts'

// A backup is text: a line of JSON for what is known about it, then for each table a line of JSON, its rows as PostgreSQL's COPY writes
// them, the line `\.` and a line with their number and SHA-256; at the end the sequences, and the SHA-256 of all lines of JSON.
// With `age -d` and `zstd -d` it can be read, and loaded, without this program.

export type SchemaStep = { name: string; digest: string }

export type Header = { format: 'alhena-backup 1'; madeAt: string; server: string; schema: SchemaStep[] }
export type TableLine = { table: string; columns: string[] }
/** Of a table's rows; the SHA-256 is of their text. */
export type RowsLine = { rows: number; sha256: string }
export type SequencesLine = { sequences: { name: string; value: string }[] }
export type EndLine = { tables: number; rows: number; sha256: string }

export const END_OF_ROWS = Buffer.from('\\.\n')
const LINE_END = 0x0a

/** Counts rows and hashes their text. */
export function rowTally(): { add(block: Buffer): void; line(): RowsLine } {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(block) {
      hash.update(block)
      for (let at = block.indexOf(LINE_END); at >= 0; at = block.indexOf(LINE_END, at + 1)) rows += 1
    },
    line: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

export type BackupReader = {
  /** The next line of JSON. */
  json<T>(): Promise<T>
  /** The last line, with the hash that it should have: of the lines of JSON before it. */
  end(): Promise<EndLine & { expected: string }>
  /** The rows up to the line that ends them, in blocks of whole rows. */
  rows(): AsyncGenerator<Buffer>
}

/** Reads a backup's text. @throws BackupError, as everything it returns does, when it ends too soon or is none. */
export function readText(path: string, chunks: AsyncIterable<Buffer>): BackupReader {
  const blocks = wholeLines(chunks)
  const hash: Hash = createHash('sha256')
  let block: Buffer = Buffer.alloc(0)

  async function fill(): Promise<void> {
    while (block.length === 0) {
      const { value, done } = await blocks.next()
      if (done) throw new BackupError(`${path} is incomplete: it ends before its last line`)
      block = value
    }
  }

  async function line(): Promise<Buffer> {
    await fill()
    const end = block.indexOf(LINE_END) + 1
    const found = block.subarray(0, end)
    block = block.subarray(end)
    return found
  }

  function parse<T>(text: Buffer): T {
    try {
      return JSON.parse(text.toString('utf8')) as T
    } catch (error) {
      throw new BackupError(`${path} is damaged, or no backup of Alhena`, { cause: error })
    }
  }

  return {
    async json<T>() {
      const text = await line()
      hash.update(text)
      return parse<T>(text)
    },
    async end() {
      const expected = hash.digest('hex')
      return { ...parse<EndLine>(await line()), expected }
    },
    async *rows() {
      for (;;) {
        await fill()
        const isEnd = block.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)
        const end = isEnd ? 0 : block.indexOf('\n\\.\n') + 1
        const ends = isEnd || end > 0
        const rows = ends ? block.subarray(0, end) : block
        block = ends ? block.subarray(end + END_OF_ROWS.length) : Buffer.alloc(0)
        if (rows.length > 0) yield rows
        if (ends) return
      }
    },
  }
}

/** The same bytes in blocks that end with a line; what follows the last line is left out. */
export async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let parts: Buffer[] = []
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_END) + 1
    if (end === 0) {
      parts.push(chunk)
      continue
    }
    yield Buffer.concat([...parts, chunk.subarray(0, end)])
    parts = end < chunk.length ? [chunk.subarray(end)] : []
  }
}
