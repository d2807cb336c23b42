import { BackupError } from './backup-error.ts'
import { readBackupFile } from './backup-file.server.ts'
import { type Header, headerLine, partLine, readText, rowsLine, rowTally } from './backup-format.ts'

/**
 * Reads a whole backup and compares everything with its checksums, before anything is done with it.
 * @returns its first line.
 * @throws BackupError when one byte of it is not what was written, or it is incomplete, encrypted with another key, or several in one.
 */
export async function verifyBackup(path: string, key: string | undefined): Promise<Header> {
  const file = readBackupFile(path, key)
  try {
    const text = readText(path, file)
    const header = await text.json(headerLine)
    const total = { tables: 0, rows: 0 }
    let next = await text.json(partLine)
    while ('table' in next) {
      const tally = rowTally()
      for await (const block of text.rows()) tally.add(block)
      const found = tally.line()
      const expected = await text.json(rowsLine)
      if (found.rows !== expected.rows || found.sha256 !== expected.sha256) {
        throw new BackupError(`${path} is damaged: the rows of ${next.table} are not those of its checksum`)
      }
      total.tables += 1
      total.rows += expected.rows
      next = await text.json(partLine)
    }
    await text.end(total)
    return header
  } finally {
    await file.return(undefined)
  }
}
