import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'

// A backup is text: a line of JSON for what is known about it, then for each table a line of JSON, its rows as PostgreSQL's COPY writes
// them, the line `\.` and a line with their number and SHA-256; at the end the sequences, and the SHA-256 of all lines of JSON.
// With `age -d` and `zstd -d` it can be read, and loaded, without this program.

const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const schemaStep = z.strictObject({ name: z.string(), digest: z.string() })

export const headerLine = z.strictObject({
  format: z.literal('alhena-backup 1'),
  madeAt: z.iso.datetime(),
  server: z.string(),
  schema: z.array(schemaStep),
})
/** Of a table's rows; the SHA-256 is of their text. */
export const rowsLine = z.strictObject({ rows: count, sha256 })
const sequencesLine = z.strictObject({
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string().regex(/^\d{1,19}$/) })),
})
/** What follows the header or a table. */
export const partLine = z.union([z.strictObject({ table: z.string(), columns: z.array(z.string()) }), sequencesLine])
const endLine = z.strictObject({ tables: count, rows: count, sha256 })

export type SchemaStep = z.infer<typeof schemaStep>
export type Header = z.infer<typeof headerLine>
export type RowsLine = z.infer<typeof rowsLine>
export type EndLine = z.infer<typeof endLine>

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
  json<T>(shape: z.ZodType<T>): Promise<T>
  /** Reads the last line, and compares it with the lines of JSON before it and with what was counted. */
  end(total: { tables: number; rows: number }): Promise<void>
  /** The rows up to the line that ends them, in blocks of whole rows. */
  rows(): AsyncGenerator<Buffer>
}

/** Reads a backup's text. @throws BackupError, as everything it returns does, when it ends too soon or is none. */
export function readText(path: string, chunks: AsyncIterable<Buffer>): BackupReader {
  const blocks = wholeLines(endingWithLine(path, chunks))
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

  function parse<T>(shape: z.ZodType<T>, text: Buffer): T {
    try {
      return shape.parse(JSON.parse(text.toString('utf8')))
    } catch (error) {
      throw new BackupError(`${path} is damaged, or no backup of Alhena`, { cause: error })
    }
  }

  return {
    async json<T>(shape: z.ZodType<T>) {
      const text = await line()
      hash.update(text)
      return parse(shape, text)
    },
    async end(total) {
      const expected: EndLine = { ...total, sha256: hash.digest('hex') }
      const found = parse(endLine, await line())
      if (found.sha256 !== expected.sha256 || found.tables !== expected.tables || found.rows !== expected.rows) {
        throw new BackupError(`${path} is damaged: its last line belongs to another backup`)
      }
      if (block.length > 0 || !(await blocks.next()).done) {
        throw new BackupError(`${path} is damaged: something follows its last line`)
      }
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

/** The same bytes. @throws BackupError when they end within a line. */
async function* endingWithLine(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let last: number | undefined
  for await (const chunk of chunks) {
    last = chunk.at(-1) ?? last
    yield chunk
  }
  if (last !== undefined && last !== LINE_END) throw new BackupError(`${path} is incomplete: it ends within a line`)
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
