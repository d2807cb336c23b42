import { err, type Result } from '#app/kernel/result.ts'
import { decodeText, parseDelimited } from '#app/platform/sheets/delimited.ts'
import { looksLikeZip, readXlsx } from '#app/platform/sheets/xlsx.server.ts'
import { type ListedPerson, type ListFailure, MAX_FILE_BYTES, ROWS_TO_READ, readPeople } from './invitation-list.ts'

export type UploadFailure = ListFailure | { code: 'both' | 'nothing' | 'too_large' | 'unreadable' }

/** The people of what was pasted or sent as a file: CSV, text, or a workbook, told apart by its first bytes and not by its name. */
export async function readUpload(form: FormData): Promise<Result<ListedPerson[], UploadFailure>> {
  const pasted = form.get('people')
  const sent = form.get('file')
  const text = typeof pasted === 'string' ? pasted : ''
  // A browser sends a file without name and bytes where none was chosen.
  const file = sent instanceof File && sent.size > 0 ? sent : undefined
  if (file && text.trim() !== '') return err({ code: 'both' })
  if (!file) return text.trim() === '' ? err({ code: 'nothing' }) : readPeople(parseDelimited(text, ROWS_TO_READ))
  if (file.size > MAX_FILE_BYTES) return err({ code: 'too_large' })
  const bytes = Buffer.from(await file.arrayBuffer())
  if (!looksLikeZip(bytes)) {
    // The workbooks of Excel before 2007, and other files that are no text.
    if (bytes.includes(0) && bytes[0] !== 0xff && bytes[0] !== 0xfe) return err({ code: 'unreadable' })
    return readPeople(parseDelimited(decodeText(bytes), ROWS_TO_READ))
  }
  const table = readXlsx(bytes, ROWS_TO_READ)
  return table ? readPeople(table) : err({ code: 'unreadable' })
}
