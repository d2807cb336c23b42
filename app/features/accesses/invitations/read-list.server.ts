import { err, type Result } from '#app/kernel/result.ts'
import { parseWhole } from '#app/platform/sheets/delimited.ts'
import { readFile, seenRows, type UnreadableFile } from '#app/platform/sheets/read-file.server.ts'
import { type ListedPerson, type ListFailure, ROWS_TO_READ } from './invitation-list.ts'
import { type ListSource, readSource } from './list-source.ts'
import { readRecipients } from './mail-addresses.ts'

/** An uploaded or pasted list: its people, and what they were read from. */
export type ReadList = { people: readonly ListedPerson[]; source?: ListSource | undefined }

/** This module for the process of uploads, which runs `read`. */
export const READ_LIST = '#app/features/accesses/invitations/read-list.server.ts'

/** The people in pasted text or in the bytes of a file. Blocks: it belongs into the process of uploads. */
export function read(input: { text: string } | { bytes: Uint8Array }): Result<ReadList, ListFailure | UnreadableFile> {
  if ('bytes' in input) {
    const sheets = readFile(Buffer.from(input.bytes), { mostRows: ROWS_TO_READ, numbers: 'shown', rowsOf: rowsOfText })
    return sheets.ok ? readSource(sheets.value) : sheets
  }
  const rows = rowsOfText(input.text)
  return rows
    ? readSource([{ name: '', rows: seenRows(rows), notes: [] }])
    : err({ code: 'unreadable', kind: 'too_complex' })
}

/** A list as text: the recipients of a mail, or rows of cells. */
const rowsOfText = (text: string) => readRecipients(text, ROWS_TO_READ) ?? parseWhole(text, ROWS_TO_READ)
