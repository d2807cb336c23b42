import { FILE_COLUMNS, keyOf } from '#app/platform/objects/file-columns.ts'
import type { ObjectStore } from '#app/platform/objects/object-store.ts'
import { readObject } from '#app/platform/objects/read-file.server.ts'
import { BackupError } from './backup-error.ts'
import { wholeLines } from './backup-format.ts'
import type { Table } from './catalog.server.ts'

const NULL = '\\N'
const LINE_END = 0x0a

/** Where a column of bytes, its digest and the id are in a line of COPY. */
type Fields = { id: number; bytes: number; digest: number; key: (of: { id: string; digest: string }) => string }

/**
 * A table's rows as COPY writes them, with the bytes of the object store where they would be if they were in the database: a backup is
 * whole without the store. A file that the store has lost stays there as far as the backup knows, and is told to `onLost`: it must not
 * keep the shop from having backups.
 * @throws BackupError when the store does not answer.
 */
export async function* withFiles(
  rows: AsyncIterable<Buffer>,
  { name, columns }: Table,
  objects: ObjectStore | undefined,
  onLost: (key: string) => void,
): AsyncGenerator<Buffer> {
  const files = Object.values(FILE_COLUMNS)
    .filter(({ table }) => `public.${table}` === name)
    .map(
      (column): Fields => ({
        id: columns.indexOf(column.id),
        bytes: columns.indexOf(column.bytes),
        digest: columns.indexOf(column.digest),
        key: of => keyOf(column, of),
      }),
    )
  if (files.length === 0) {
    yield* rows
    return
  }
  for await (const block of wholeLines(rows)) {
    for (let at = 0; at < block.length; ) {
      const end = block.indexOf(LINE_END, at) + 1
      yield await withFilesOfRow(block.subarray(at, end), files, place => stored(objects, place, onLost))
      at = end
    }
  }
}

type Place = { key: string; digest: string }

async function withFilesOfRow(
  line: Buffer,
  files: readonly Fields[],
  read: (place: Place) => Promise<Buffer | undefined>,
): Promise<Buffer> {
  // COPY escapes tabs and ends of lines within values; ids, digests and bytes have none.
  const fields = line.toString('latin1').slice(0, -1).split('\t')
  let isChanged = false
  for (const { id, bytes, digest, key } of files) {
    const expected = fields[digest] ?? NULL
    if (expected === NULL) continue
    const found = await read({ key: key({ id: fields[id] ?? '', digest: expected }), digest: expected })
    if (!found) continue
    fields[bytes] = `\\\\x${found.toString('hex')}`
    fields[digest] = NULL
    isChanged = true
  }
  return isChanged ? Buffer.from(`${fields.join('\t')}\n`, 'latin1') : line
}

async function stored(
  objects: ObjectStore | undefined,
  place: Place,
  onLost: (key: string) => void,
): Promise<Buffer | undefined> {
  if (!objects) throw new BackupError('Files of this shop are in a bucket: set S3_BUCKET and the others')
  const bytes = await readObject(objects, place).catch(error => {
    throw new BackupError(error instanceof Error ? error.message : String(error), { cause: error })
  })
  if (!bytes) onLost(place.key)
  return bytes
}
